/** Where the star canvas is drawn, behind everything else of its band. Without scripts the band is plain ink. */
export function Stars() {
  return (
    <div className="stars" aria-hidden="true">
      <canvas data-stars="" />
    </div>
  );
}
