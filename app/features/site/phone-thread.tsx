import "./phone-thread.css";

/** A drawn product view: the text conversation that turns a form into a booked call. */
export function PhoneThread() {
  return (
    <div
      className="phone on-paper"
      role="img"
      aria-label="A text conversation: the clinic answers the form within seconds, offers two times, and the consultation on Thursday at 10:30 is booked."
    >
      <div className="phone-screen" aria-hidden="true">
        <p className="phone-status">
          <b>10:42</b>
          <svg width="44" height="11" viewBox="0 0 44 11" fill="currentColor">
            <path d="M0 8h2.6v3H0zM4 5.6h2.6V11H4zM8 3h2.6v8H8zM12 .4h2.6V11H12z" />
            <rect x="21.5" y=".5" width="19" height="10" rx="3" fill="none" stroke="currentColor" />
            <rect x="23" y="2" width="14" height="7" rx="1.6" />
          </svg>
        </p>
        <p className="phone-who">
          <i>K</i>
          Kiln Aesthetics
        </p>
        <div className="phone-chat">
          <small>Today 10:42</small>
          <p>Hi Maya, this is Dana from Kiln. Thanks for asking about the skin program. Is this week good for a first look?</p>
          <p className="me">Yes, Thursday works</p>
          <p>Thursday I have 10:30, 12:00 and 14:30. Which one?</p>
          <p className="me">10:30</p>
          <div className="phone-slot">
            <b>
              Thu<span>26</span>
            </b>
            <span>
              <b>Consultation, 30 min</b>
              10:30 with Dana
            </span>
          </div>
          <p>Booked. Reply R to move it, C to cancel.</p>
        </div>
        <p className="phone-field">Text message</p>
      </div>
    </div>
  );
}
