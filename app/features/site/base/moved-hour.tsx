/** An hour that moves: the reminder is answered, the hour is taken, the freed one is offered again. */
export function MovedHour() {
  return (
    <div className="moved-hour">
      <p className="moved-text">Thu 14:30 still good? Reply R to move it.</p>
      <p className="moved-text moved-theirs">R</p>
      <p className="moved-slot moved-freed">
        <span className="num">Thu 14:30</span>offered again
      </p>
      <p className="moved-slot moved-taken">
        <span className="num">Fri 11:00</span>kept
      </p>
    </div>
  );
}
