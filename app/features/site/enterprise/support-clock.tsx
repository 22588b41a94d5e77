const HOURS = [9, 10, 11, 12, 13, 14, 15, 16, 17];

/** A business day: a question at 10:00, the latest answer four business hours later. */
export function SupportClock() {
  return (
    <div className="support-clock">
      <p className="support-ask">
        You ask
        <span className="num">10:00</span>
      </p>
      <p className="support-window">
        <span>4 business hours</span>
      </p>
      <p className="support-hours num">
        {HOURS.map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </p>
      <p className="support-latest">
        Answered by <span className="num">14:00</span>
      </p>
    </div>
  );
}
