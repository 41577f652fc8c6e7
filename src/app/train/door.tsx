/** The train door. */
export function TrainDoor() {
  return <section className="train" id="stage" tabIndex={-1} />;
}
