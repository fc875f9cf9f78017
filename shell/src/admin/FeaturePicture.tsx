/** What a feature looks like, drawn in a few shapes and in the community's own color; its name and text say the rest. */
import type { FeaturePicture as Name } from '@atrium/sdk'

/** `ink`: the community's color; `tint`: its soft one; `line`: text and frames. */
type Tone = 'ink' | 'tint' | 'line'
/** Tone, then left, top, width and height in a picture of 96 by 60; the corners' radius where it is not 2. */
type Shape = [tone: Tone, x: number, y: number, width: number, height: number, radius?: number]

const FILL: Record<Tone, string> = { ink: 'var(--brand-color)', tint: 'var(--brand-soft)', line: 'var(--border-field)' }
const at = (xs: number[], shape: (x: number, index: number) => Shape[]): Shape[] => xs.flatMap(shape)
const person = (y: number): Shape[] => [
  ['tint', 14, y, 10, 10, 5],
  ['line', 30, y + 1, 34, 3],
  ['line', 30, y + 6, 20, 2],
]

const SHAPES: Record<Name, Shape[]> = {
  cards: at([12, 38, 64], (x, index) => [
    [index === 1 ? 'ink' : 'tint', x, 12, 20, 18],
    ['line', x, 35, 20, 3],
    ['line', x, 42, 12, 3],
  ]),
  chart: at([14, 30, 46, 62, 78], (x, index) => [[index === 4 ? 'ink' : 'tint', x, 38 - index * 6, 9, 12 + index * 6]]),
  chat: [
    ['line', 12, 12, 44, 11, 5],
    ['ink', 40, 27, 44, 11, 5],
    ['line', 12, 42, 30, 9, 4],
  ],
  course: [
    ['ink', 12, 11, 30, 38, 3],
    ...at([14, 26, 38], (y, index): Shape[] => [
      [index === 0 ? 'ink' : 'tint', 50, y, 7, 7, 3.5],
      ['line', 62, y + 2, 24, 3],
    ]),
  ],
  events: [
    ['tint', 16, 10, 64, 9],
    ...at([16, 30, 44, 58, 72], (x, index): Shape[] => [
      ['line', x, 24, 8, 8],
      [index === 2 ? 'ink' : 'line', x, 38, 8, 8],
    ]),
  ],
  flow: [
    ['ink', 10, 22, 22, 16, 3],
    ['line', 32, 29, 32, 2, 0],
    ['line', 47, 15, 2, 30, 0],
    ['line', 48, 15, 16, 2, 0],
    ['line', 48, 43, 16, 2, 0],
    ...at([8, 23, 38], (y): Shape[] => [['tint', 64, y, 22, 12, 3]]),
  ],
  form: [
    ['line', 16, 10, 30, 3],
    ['tint', 16, 16, 64, 9],
    ['line', 16, 30, 22, 3],
    ['tint', 16, 36, 64, 9],
    ['ink', 16, 49, 22, 6],
  ],
  keys: [
    ...at([14, 54], (x, index): Shape[] => [
      [index === 0 ? 'tint' : 'ink', x, 14, 28, 32, 4],
      ['line', x + 6, 22, 16, 3],
      ['line', x + 6, 29, 10, 3],
    ]),
  ],
  levels: [
    ['tint', 14, 36, 20, 16],
    ['ink', 38, 22, 20, 30],
    ['tint', 62, 30, 20, 22],
    ['ink', 43, 9, 10, 10, 5],
  ],
  links: [
    ['tint', 12, 22, 52, 16, 4],
    ['line', 18, 28, 36, 4],
    ['ink', 68, 22, 16, 16, 4],
  ],
  list: at([12, 28, 44], (y, index) => [
    [index === 0 ? 'ink' : 'tint', 14, y, 8, 8],
    ['line', 28, y + 2, 52 - index * 10, 3],
  ]),
  mail: [
    ['tint', 20, 8, 56, 44, 4],
    ['ink', 26, 14, 44, 9],
    ['line', 26, 28, 44, 3],
    ['line', 26, 34, 36, 3],
    ['ink', 26, 42, 18, 5],
  ],
  page: [
    ['ink', 12, 9, 72, 18, 3],
    ...at([12, 37, 62], (x): Shape[] => [
      ['tint', x, 32, 22, 12],
      ['line', x, 48, 16, 3],
    ]),
  ],
  people: [...person(9), ...person(25), ...person(41), ...at([10, 26, 42], (y): Shape[] => [['ink', 72, y, 12, 6, 3]])],
  poll: at([11, 26, 41], (y, index) => [
    ['tint', 14, y, 68, 9],
    ['ink', 14, y, [46, 26, 12][index]!, 9],
  ]),
  posts: [
    ['ink', 14, 10, 9, 9, 4.5],
    ['line', 28, 11, 28, 3],
    ['line', 28, 16, 16, 2],
    ['tint', 14, 24, 68, 18, 3],
    ['line', 14, 47, 10, 4],
    ['line', 28, 47, 10, 4],
  ],
  price: at([12, 37, 62], (x, index) => [
    [index === 1 ? 'ink' : 'tint', x, 10, 22, 16],
    ['line', x, 30, 22, 3],
    ['line', x, 37, 16, 3],
    [index === 1 ? 'ink' : 'line', x, 46, 22, 5],
  ]),
  push: [
    ['tint', 32, 6, 32, 50, 6],
    ['ink', 22, 16, 52, 14, 4],
    ['line', 38, 36, 20, 3],
    ['line', 38, 43, 14, 3],
  ],
  quiz: [
    ['line', 14, 10, 52, 4],
    ...at([22, 34, 46], (y, index): Shape[] => [
      [index === 1 ? 'ink' : 'tint', 14, y, 7, 7, 3.5],
      ['line', 27, y + 2, 42 - index * 8, 3],
    ]),
  ],
  review: [
    ['tint', 14, 10, 68, 26, 3],
    ['line', 20, 16, 44, 3],
    ['line', 20, 23, 30, 3],
    ['ink', 14, 42, 26, 9],
    ['line', 46, 42, 26, 9],
  ],
}

export const FeaturePicture = ({ name }: { name: Name }) => (
  <svg viewBox="0 0 96 60" aria-hidden className="w-16 flex-none rounded-card bg-surface-2 desk:w-24">
    {SHAPES[name].map(([tone, x, y, width, height, radius = 2], index) => (
      <rect key={index} x={x} y={y} width={width} height={height} rx={radius} fill={FILL[tone]} />
    ))}
  </svg>
)
