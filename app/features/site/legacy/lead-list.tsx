import { legacySample } from "~/content/tier-pages/legacy.ts";
import "./lead-list.css";

/** The owner's list at night: the newest lead, what it asked, and the text that has already answered it. */
export function LeadList() {
  const { client, leads, fields, reply, replyNote, answer, answerNote } = legacySample;
  return (
    <div
      className="panel"
      role="img"
      aria-label="Three leads of one day; the newest, from 22:47, already has a text and has answered it"
    >
      <div className="panel-bar">
        <b>Leads</b>
        <span>3 today</span>
        <span className="panel-end">{client}</span>
      </div>
      <div className="lead-list">
        <ul>
          {leads.map(({ name, at, about, ...lead }) => (
            <li key={name} className={"fresh" in lead ? "lead-list-fresh" : undefined}>
              <b>{name}</b>
              <span className="num">{at}</span>
              <span>{about}</span>
            </li>
          ))}
        </ul>
        <div className="lead-slip">
          <dl>
            {fields.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p className="lead-bubble">{reply}</p>
          <p className="lead-stamp">{replyNote}</p>
          <p className="lead-bubble lead-bubble-theirs">{answer}</p>
          <p className="lead-stamp lead-stamp-theirs">{answerNote}</p>
        </div>
      </div>
    </div>
  );
}
