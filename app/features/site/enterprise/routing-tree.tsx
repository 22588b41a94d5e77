const rules = [
  { answer: "972 01–05", to: "Harbor Street" },
  { answer: "972 09–14", to: "Old Town", hot: true },
  { answer: "972 17–32", to: "Northside" },
  { answer: "anything else", to: "A person" },
];

/** One answer on the form, four ways on. */
export function RoutingTree() {
  return (
    <div className="routing-tree">
      <p>Your postcode?</p>
      {rules.map(({ answer, to, hot }) => (
        <p key={to} className={hot ? "route-hot" : undefined}>
          <span className="num">{answer}</span>
          <span>{to}</span>
        </p>
      ))}
    </div>
  );
}
