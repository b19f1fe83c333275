// What the browser keeps from visit to visit; it may forbid that.
const memory = {
  get(name, none) {
    try {
      return JSON.parse(localStorage.getItem(`leoni ${name}`)) ?? none;
    } catch {
      return none;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(`leoni ${name}`, JSON.stringify(value));
    } catch { /* then it is forgotten */ }
  },
};
