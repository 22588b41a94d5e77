import { type ComponentProps, useMemo } from "react";
import { NativeSelect } from "~/ui/native-select.tsx";
import { currenciesInUse } from "../../domain/currencies.ts";

const currencyNames = new Intl.DisplayNames("en", { type: "currency" });

type Props = ComponentProps<"select"> & {
  /** The codes at the top, such as the stored one and those in use. They are there even if this browser does not know them. */
  first: readonly string[];
};

/** All currencies in use by code, so that typing "eur" finds one. Its values are in lower case, as the database stores them. */
export function CurrencySelect({ first, ...props }: Props) {
  const known = useMemo(
    () => currenciesInUse(Intl.supportedValuesOf("currency"), (code) => currencyNames.of(code)),
    [],
  );
  const top = [...new Set(first.map((code) => code.toLowerCase()))];
  return (
    <NativeSelect {...props}>
      <optgroup label="In use">
        <Options codes={top} />
      </optgroup>
      <optgroup label="All currencies">
        <Options codes={known.filter((code) => !top.includes(code))} />
      </optgroup>
    </NativeSelect>
  );
}

function Options({ codes }: { codes: readonly string[] }) {
  return codes.map((code) => (
    <option key={code} value={code}>
      {code.toUpperCase()} – {currencyNames.of(code.toUpperCase()) ?? code}
    </option>
  ));
}
