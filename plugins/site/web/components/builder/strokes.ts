/** Small pictures of blocks and their layouts, in a few strokes of 48 by 32. */

/** How dark: 0 a surface, 1 a line of text, 2 a title. */
export type Stroke = readonly [x: number, y: number, width: number, height: number, dark?: 0 | 1 | 2]
const moved = (dx: number, dy: number, strokes: readonly Stroke[]): Stroke[] =>
  strokes.map(([x, y, width, height, dark = 0]) => [x + dx, y + dy, width, height, dark])
/** The same at several places beside each other. */
const across = (places: readonly number[], ...strokes: Stroke[]): Stroke[] => places.flatMap((x) => moved(x, 0, strokes))
/** The same at several places one below the other. */
const down = (places: readonly number[], ...strokes: Stroke[]): Stroke[] => places.flatMap((y) => moved(0, y, strokes))

const THIRDS = [5, 18.5, 32]
const ROWS = [7, 14, 21]
const FRAME: Stroke = [6, 6, 36, 20]
const films: Stroke[] = [
  [8, 6, 32, 20],
  [21, 12, 7, 8, 2],
]
const words = (x: number, y: number): Stroke[] =>
  moved(x, y, [
    [0, 0, 14, 3, 2],
    [0, 5, 11, 2, 1],
  ])
const cards = down([7, 17], ...across([7, 25], [0, 0, 16, 8]))
const list = down(ROWS, [8, 0, 5, 5, 2], [16, 1, 22, 2, 1])

export const BLOCKS: Record<string, readonly Stroke[]> = {
  Hero: [
    FRAME,
    ...moved(10, 11, [
      [0, 0, 17, 3, 2],
      [0, 5, 12, 2, 1],
      [0, 9, 8, 3, 2],
    ]),
  ],
  Features: across(THIRDS, [0, 7, 11, 9], [0, 18, 11, 2, 2], [0, 22, 8, 2, 1]),
  Quotes: [
    [12, 8, 24, 2, 2],
    [15, 12, 18, 2, 2],
    [16, 18, 5, 5, 1],
    [23, 19, 10, 2, 1],
  ],
  Steps: list,
  Faq: down(ROWS, [8, 1, 24, 2, 1], [38, 1, 2, 2, 2]),
  Gallery: [[6, 6, 17, 20], ...across([25, 35], [0, 6, 8, 9, 1]), [25, 17, 17, 9]],
  Picture: [[10, 6, 28, 20]],
  Logos: across([4, 15, 26, 37], [0, 13, 8, 6, 1]),
  Text: [[10, 8, 28, 2, 2], ...down([13, 17], [10, 0, 28, 2, 1]), [10, 21, 20, 2, 1]],
  Heading: [
    [10, 13, 28, 4, 2],
    [10, 20, 18, 2, 1],
  ],
  CallToAction: [[7, 9, 34, 14, 2]],
  Buttons: [
    [9, 12, 14, 8, 2],
    [25, 12, 14, 8],
  ],
  Columns: across(THIRDS, [0, 7, 11, 18]),
  Section: [FRAME, ...down([11, 16], [11, 0, 26, 2, 1])],
  Divider: [[6, 15, 36, 1.5, 2]],
  Space: [[23, 7, 2, 18, 1], ...down([6, 25], [18, 0, 12, 1.5, 1])],
  Join: [
    [12, 8, 24, 2, 2],
    [14, 12, 20, 2, 1],
    [17, 18, 14, 6, 2],
  ],
  Countdown: across([7, 16, 25, 34], [0, 11, 7, 10]),
  Video: films,
  Embed: films,
  Code: [
    [8, 8, 14, 2, 2],
    [12, 13, 20, 2, 1],
    [12, 17, 16, 2, 1],
    [8, 22, 10, 2, 2],
  ],
  Events: down(ROWS, [8, 0, 5, 5, 2], [16, 1, 14, 2, 1], [35, 1, 5, 3]),
  Prices: [...across([7, 31], [0, 8, 10, 16]), [19, 6, 10, 20, 2]],
  Spaces: cards,
  Posts: down([7, 17], [9, 0, 30, 8], [12, 3, 14, 2, 1]),
  Members: across([6, 15, 24, 33], [1, 11, 7, 7, 1]),
  Courses: [[7, 7, 18, 18], ...down([10, 15, 20], [29, 0, 12, 2, 1])],
  Course: [[7, 7, 18, 18], [13, 12, 6, 8, 2], ...down([10, 15, 20], [29, 0, 12, 2, 1])],
  Form: [...down([7, 14], [9, 0, 30, 5]), [9, 22, 12, 5, 2]],
}
/** Of choices that say how a block is laid out, by their values. */
export const LAYOUTS: Record<string, readonly Stroke[]> = {
  start: [FRAME, ...words(10, 12)],
  centre: [FRAME, [16, 12, 16, 3, 2], [18, 17, 12, 2, 1]],
  beside: [...words(5, 12), [25, 6, 18, 20, 1]],
  foot: [FRAME, ...words(10, 18)],
  list,
  cards,
  plain: across(THIRDS, [0, 11, 11, 3, 2], [0, 17, 9, 2, 1]),
  tiles: across(THIRDS, [0, 7, 11, 18], [2, 20, 7, 2, 2]),
  card: [
    [12, 6, 24, 20],
    [16, 11, 16, 3, 2],
    [18, 17, 12, 2, 1],
  ],
  2: across([6, 25], [0, 7, 17, 18]),
  3: across(THIRDS, [0, 7, 11, 18]),
  4: across([4, 14.5, 25, 35.5], [0, 7, 8.5, 18]),
}
