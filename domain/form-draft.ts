/** The input, as a form submits it. Several values for one name are checked boxes. */
export type FormValues = readonly (readonly [name: string, value: string])[];

type Control = { name: string; type: string; value: string };

/** Gives controls the values that a person typed before. The booking form runs the text of this function, so it names no other one. */
export function fillControls(controls: Iterable<Control>, values: FormValues): void {
  for (const control of controls) {
    const own = values.filter(([name]) => name === control.name).map(([, value]) => value);
    if (control.type === "checkbox" || control.type === "radio")
      Object.assign(control, { checked: own.includes(control.value) });
    else if (own[0] !== undefined) control.value = own[0];
  }
}
