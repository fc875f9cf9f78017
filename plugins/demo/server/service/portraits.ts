/** Faces: those that lie beside the plugin, and simple drawn ones for everybody else. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { chooser } from './chance.ts'

const FOLDER = path.join(import.meta.dirname, '../../pictures')
/** Pixels. */
const SIZE = 160

/** The renderer of SVG knows no `oklch()`, so colours are turned into sRGB before it sees them. */
function toRgb(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const [l, m, s] = [
    lightness + 0.3963377774 * a + 0.2158037573 * b,
    lightness - 0.1055613458 * a - 0.0638541728 * b,
    lightness - 0.0894841775 * a - 1.291485548 * b,
  ].map((n) => n ** 3) as [number, number, number]
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const channels = linear.map((n) => {
    const bounded = Math.min(1, Math.max(0, n))
    return Math.round(255 * (bounded <= 0.0031308 ? 12.92 * bounded : 1.055 * bounded ** (1 / 2.4) - 0.055))
  })
  return `rgb(${channels.join(',')})`
}
const withRgb = (svg: string) =>
  svg.replace(/oklch\(([-\d.]+) ([-\d.]+) ([-\d.]+)\)/g, (_, l: string, c: string, h: string) => toRgb(Math.max(0.12, Number(l)), Number(c), Number(h)))

type Colour = [lightness: number, chroma: number, hue: number]
const ink = ([l, c, h]: Colour, darker = 0) => `oklch(${(l - darker).toFixed(3)} ${c} ${h})`

const SKINS: Colour[] = [
  [0.88, 0.045, 60],
  [0.84, 0.06, 50],
  [0.79, 0.065, 58],
  [0.73, 0.075, 60],
  [0.64, 0.075, 56],
  [0.56, 0.075, 54],
  [0.48, 0.065, 50],
  [0.41, 0.055, 48],
]
const DARK_HAIR: Colour[] = [
  [0.2, 0.012, 50],
  [0.24, 0.025, 45],
  [0.3, 0.04, 40],
]
const HAIRS: Colour[] = [...DARK_HAIR, [0.42, 0.08, 45], [0.55, 0.1, 60], [0.58, 0.14, 45], [0.78, 0.09, 85], [0.72, 0.012, 80], [0.86, 0.01, 80]]
const CLOTHES: Colour[] = [
  [0.46, 0.07, 200],
  [0.58, 0.15, 30],
  [0.5, 0.09, 160],
  [0.38, 0.03, 250],
  [0.42, 0.06, 255],
  [0.72, 0.13, 75],
  [0.93, 0.02, 80],
  [0.4, 0.12, 262],
  [0.55, 0.1, 330],
  [0.66, 0.07, 130],
  [0.34, 0.02, 60],
  [0.62, 0.11, 20],
]
const GROUNDS: [Colour, Colour][] = [
  [
    [0.85, 0.08, 100],
    [0.74, 0.11, 110],
  ],
  [
    [0.85, 0.06, 20],
    [0.74, 0.1, 25],
  ],
  [
    [0.8, 0.05, 150],
    [0.66, 0.07, 160],
  ],
  [
    [0.86, 0.05, 230],
    [0.72, 0.08, 240],
  ],
  [
    [0.87, 0.04, 60],
    [0.78, 0.08, 50],
  ],
  [
    [0.84, 0.06, 320],
    [0.72, 0.1, 330],
  ],
  [
    [0.82, 0.09, 75],
    [0.7, 0.12, 60],
  ],
  [
    [0.82, 0.06, 200],
    [0.68, 0.08, 215],
  ],
  [
    [0.88, 0.03, 280],
    [0.74, 0.06, 290],
  ],
]

const CAP = 'M30 38c-1-15 6-23 18-23s19 8 18 23c-2-6-4-10-7-12-8 1-17 1-22-1-4 2-5 7-7 13Z'
/** Hair behind the head, and before it. */
const CUTS: { back?: string; front: string; bun?: true }[] = [
  { front: CAP },
  { front: 'M30 38c0-15 8-22 18-22s18 7 18 22c-2-8-9-12-18-12s-16 4-18 12Z', bun: true },
  {
    back: 'M48 7c17 0 29 10 29 25 0 8 3 12 1 20s-8 12-14 12H32c-6 0-12-4-14-12s1-12 1-20C19 17 31 7 48 7Z',
    front: 'M30 36c1-12 8-17 18-17s17 5 18 17c-3-6-8-8-18-8s-15 2-18 8Z',
  },
  {
    back: 'M25 44c-1-22 9-31 23-31s24 9 23 31c0 8 0 12-2 16H27c-2-4-2-8-2-16Z',
    front: 'M30 40c-1-17 8-23 18-23s19 6 18 23c-1-5-3-9-6-11-9 1-19 0-24-2-3 3-5 8-6 13Z',
  },
  { back: 'M24 46c-2-24 10-33 24-33s26 9 24 33c-1 12 2 22 4 28H20c2-6 5-16 4-28Z', front: 'M30 40c0-16 8-23 18-23s18 7 18 23c-3-8-9-13-17-14-6 6-13 8-19 14Z' },
  { front: 'M31 34c1-11 7-17 17-17s16 6 17 17c-4-5-9-7-17-7s-13 2-17 7Z' },
  { front: 'M30 39c-2-16 6-25 19-24 12 0 19 8 17 24-1-7-4-11-8-12-5 4-14 5-20 2-4 1-7 4-8 10Z' },
]
const BEARD = 'M31 46c1 14 7 20 17 20s16-6 17-20c-2 5-5 7-9 7h-16c-4 0-7-2-9-7Z'

/** A portrait as SVG; the same number gives the same face. */
export function drawFace(number: number): string {
  const { pick, chance } = chooser(7919 * (number + 3))
  const skinAt = Math.floor((number * 5) % SKINS.length)
  const skin = SKINS[skinAt]!
  const hair = skinAt >= 4 ? pick(DARK_HAIR) : pick(HAIRS)
  const cut = CUTS[(number * 3 + 1) % CUTS.length]!
  const [from, to] = GROUNDS[(number * 4 + 2) % GROUNDS.length]!
  const clothes = pick(CLOTHES)
  const fill = (shape: string, colour: Colour) => `<path d="${shape}" fill="${ink(colour)}"/>`
  const line = (shape: string, darker: number, width: number) =>
    `<path d="${shape}" fill="none" stroke="${ink(skin, darker)}" stroke-width="${width}" stroke-linecap="round"/>`
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><defs><linearGradient id="b" x1="0" y1="0" x2="1" y2="1">',
    `<stop stop-color="${ink(from)}"/><stop offset="1" stop-color="${ink(to)}"/></linearGradient></defs><rect width="96" height="96" fill="url(#b)"/>`,
    cut.bun ? `<circle cx="48" cy="10" r="9" fill="${ink(hair)}"/>` : '',
    cut.back ? fill(cut.back, hair) : '',
    fill('M6 100c0-22 16-30 33-32h18c17 2 33 10 33 32Z', clothes),
    `<path d="M40 54h16v14c0 5-4 8-8 8s-8-3-8-8Z" fill="${ink(skin, 0.07)}"/>`,
    fill('M31 38c0-13 7-20 17-20s17 7 17 20c0 15-7 25-17 25s-17-10-17-25Z', skin),
    fill(cut.front, hair),
    !cut.back && !cut.bun && chance(0.45) ? fill(BEARD, hair) : '',
    `<g fill="${ink(skin, 0.4)}"><circle cx="41" cy="42" r="1.5"/><circle cx="55" cy="42" r="1.5"/></g>`,
    line(chance(0.5) ? 'M43 53c3 2.4 7 2.4 10 0' : 'M42.500 52.500c3.500 3.600 7.500 3.600 11 0', 0.3, 1.6),
    line('M48 43.500c-1 3-1.500 4.500 0 5.200', 0.13, 1.3),
    chance(0.3)
      ? '<g fill="none" stroke="oklch(0.25 0.02 60)" stroke-width="1.4"><circle cx="41" cy="42" r="5"/><circle cx="55" cy="42" r="5"/><path d="M46 42h4"/></g>'
      : '',
    chance(0.35) ? `<path d="M30 96V80h36v16Z" fill="oklch(0.86 0.04 75)"/><path d="M34 70v12M62 70v12" stroke="oklch(0.86 0.04 75)" stroke-width="4"/>` : '',
    '</svg>',
  ].join('')
}

/** A face as WebP: uploads of SVG would be handed out as downloads. */
export async function portrait(number: number, file?: string): Promise<Buffer> {
  const source = file ? await readFile(path.join(FOLDER, file)) : Buffer.from(drawFace(number))
  if (file?.endsWith('.webp')) return source
  return sharp(Buffer.from(withRgb(source.toString('utf8'))), { density: (72 * SIZE) / 96 })
    .resize(SIZE, SIZE)
    .webp({ quality: 86 })
    .toBuffer()
}
