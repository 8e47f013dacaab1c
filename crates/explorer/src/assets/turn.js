// The symmetries of the square as movements: the position of a queen between its square and its image.

const TIME = 240;

/** Maps a point (x, y) relative to the centre, y down, to its position after a share `t` of the movement. */
const MOVEMENTS = {
  'flip-diagonal': reflection(Math.SQRT1_2, -Math.SQRT1_2),
  'flip-antidiagonal': reflection(Math.SQRT1_2, Math.SQRT1_2),
  'flip-vertical': reflection(0, 1),
  'flip-horizontal': reflection(1, 0),
  'rotate-90': rotation(-Math.PI / 2),
  'rotate-180': rotation(Math.PI),
  'rotate-270': rotation(Math.PI / 2),
};

function rotation(angle) {
  return (x, y, t) => {
    const [cos, sin] = [Math.cos(angle * t), Math.sin(angle * t)];
    return [cos * x - sin * y, sin * x + cos * y];
  };
}

/** The reflection that negates the unit vector (u, v). */
function reflection(u, v) {
  return (x, y, t) => {
    const along = 2 * t * (x * u + y * v);
    return [x - along * u, y - along * v];
  };
}

/** The image of a solution, both as 1-based rows by column. */
export function imageOf(symmetry, queens) {
  const image = [];
  const middle = (queens.length + 1) / 2;
  queens.forEach((row, index) => {
    const [x, y] = MOVEMENTS[symmetry](index + 1 - middle, row - middle, 1);
    image[Math.round(x + middle) - 1] = Math.round(y + middle);
  });
  return image;
}

/** Moves shapes, one for each column, to the image; resolves when the movement ends. */
export function turn(shapes, symmetry, queens) {
  const middle = (queens.length - 1) / 2;
  const from = queens.map((row, column) => [column - middle, row - 1 - middle]);
  const begin = performance.now();
  return new Promise((resolve) => {
    const step = (now) => {
      const share = Math.min(1, Math.max(0, (now - begin) / TIME));
      const eased = share * share * (3 - 2 * share);
      from.forEach(([x, y], i) => {
        const [nx, ny] = MOVEMENTS[symmetry](x, y, eased);
        shapes[i].setAttribute('x', (nx + middle).toFixed(3));
        shapes[i].setAttribute('y', (ny + middle).toFixed(3));
      });
      if (share < 1) requestAnimationFrame(step);
      else resolve(undefined);
    };
    requestAnimationFrame(step);
  });
}
