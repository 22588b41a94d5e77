import { clinic, conversation } from "~/content/sample-clinic.ts";
import "./booking-phone.css";

/** A lead's phone: the text messages that ended in a booking. */
export function BookingPhone() {
  const { startedAt, opening, slot, closing } = conversation;
  return (
    <div
      className="phone"
      role="img"
      aria-label="A lead's phone: text messages that end in a consultation on Thursday at 14:30"
    >
      <div className="phone-screen on-paper">
        <div className="phone-status">
          <span>10:45</span>
          <svg viewBox="0 0 46 12" width="46" height="12" fill="currentColor" aria-hidden="true">
            <path d="M0 8h2.5v4H0zM4 6h2.5v6H4zM8 3.5h2.5V12H8zM12 1h2.5v11H12z" />
            <rect x="22.5" y="1.5" width="20" height="9.5" rx="2.8" fill="none" stroke="currentColor" />
            <rect x="24.2" y="3.2" width="13" height="6.1" rx="1.4" />
            <rect x="43.8" y="4.5" width="1.6" height="3.5" rx=".8" />
          </svg>
        </div>
        <div className="phone-who">
          <i>{clinic.charAt(0)}</i>
          {clinic}
        </div>
        <div className="chat">
          <p className="chat-time">{startedAt}</p>
          {opening.map(({ from, text }) => (
            <p key={text} className={from === "lead" ? "bubble bubble-own" : "bubble"}>
              {text}
            </p>
          ))}
          <div className="slot">
            <p className="slot-day">
              {slot.weekday}
              <b>{slot.day}</b>
            </p>
            <p className="slot-what">
              <b>{slot.what}</b>
              {slot.where}
            </p>
          </div>
          <p className="bubble">{closing}</p>
        </div>
        <p className="phone-compose">Text message</p>
      </div>
    </div>
  );
}
