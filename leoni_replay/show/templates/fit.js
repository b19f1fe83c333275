// How large the table is: as large as the room allows, laid by the plan under which its cards are largest.

const CAPTION = data.captions.some(([, caption]) => caption) || data.variations.length ? 21 : 0;
let bare = false;

// Cards that lie close to each other are worth less than their size; the less so, the smaller they are.
const worth = (made, size) => size * (made.step / 24) ** (size < 0.62 ? 0.2 : 0.5);

function fit() {
  const player = $("player"), box = $("box");
  // Beside the list the player is as high as the window; above it, it takes what the header leaves.
  const beside = getComputedStyle(document.body).display === "grid";
  const top = player.getBoundingClientRect().top + scrollY;
  player.style.height = beside ? "" : `max(15rem, calc(100svh - ${Math.ceil(top) + 5}px))`;
  const width = box.clientWidth, height = box.clientHeight - CAPTION;
  const sizeOf = ({ size }) => Math.min(width / size[0], height / size[1], 1.8);
  // The first one is how the game lies on a table: another has to be clearly better.
  const value = (made) => worth(made, sizeOf(made));
  plan = data.plans.reduce((best, made) => (value(made) > 1.08 * value(best) ? made : best));
  const size = sizeOf(plan), [wide, high] = plan.size;
  table.style.width = `${wide}px`;
  table.style.height = `${high}px`;
  table.style.transform = `translate(${(width - wide * size) / 2}px,${(height - high * size) / 2}px) scale(${size})`;
  table.dataset.plan = data.plans.indexOf(plan);
  layPlaces();
  lightUp(data.lit, faulty());
  still(() => lay(touched()));
  if (!waiting.length) drawTrail(at > 0 && woven(at));
}
