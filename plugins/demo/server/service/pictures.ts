/** Pictures of pots: the scenes that lie beside the plugin, whole and in details. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Ctx, FileInfo } from '@atrium/sdk/server'
import sharp from 'sharp'

const FOLDER = path.join(import.meta.dirname, '../../pictures')
const WIDTH = 1080
const HEIGHT = 608

interface View {
  scene: string
  /** Left, top, width as parts of the scene; the detail keeps its proportions. */
  part?: [left: number, top: number, width: number]
  mirrored?: true
  alt: string
}
const views = {
  bowls: { scene: 'bowls', alt: 'A stack of glazed bowls beside a teal plate' },
  celadon: { scene: 'celadon', alt: 'A celadon bowl with a dark iron rim' },
  kiln: { scene: 'kiln', alt: 'Pots before the glowing spyhole of a kiln' },
  market: { scene: 'market', alt: 'A market table full of bottles and bowls' },
  moonjar: { scene: 'moonjar', alt: 'A white moon jar on a pale ground' },
  mugs: { scene: 'mugs', alt: 'Five mugs in a row, each with another glaze' },
  plates: { scene: 'plates', alt: 'Plates with cobalt rings, seen from above' },
  raku: { scene: 'raku', alt: 'A round raku jar with white crackle and black lines' },
  shelf: { scene: 'shelf', alt: 'Finished pots on a wooden shelf' },
  shelves: { scene: 'shelves', alt: 'Two shelves of pots in many colours' },
  tiles: { scene: 'tiles', alt: 'Rows of glaze test tiles' },
  wheel: { scene: 'wheel', alt: 'A freshly thrown cylinder on the wheel' },
  'stacked bowls': { scene: 'bowls', part: [0.28, 0.05, 0.56], alt: 'Four bowls in a stack, the inner one cobalt blue' },
  'small bowl': { scene: 'bowls', part: [0, 0.25, 0.52], mirrored: true, alt: 'A small terracotta bowl before a ringed plate' },
  'celadon rim': { scene: 'celadon', part: [0.2, 0.2, 0.5], alt: 'The rim of a celadon bowl, breaking to brown' },
  'fire mouth': { scene: 'kiln', part: [0.22, 0.05, 0.6], alt: 'Silhouettes of pots in the light of the kiln' },
  'market left': { scene: 'market', part: [0, 0.3, 0.6], alt: 'Blue and yellow bowls on a market table' },
  'market right': { scene: 'market', part: [0.45, 0.25, 0.55], alt: 'An orange vase among small bottles' },
  'jar from above': { scene: 'moonjar', part: [0.2, 0.05, 0.65], mirrored: true, alt: 'Shoulder and neck of a white jar' },
  'two mugs': { scene: 'mugs', part: [0, 0.22, 0.5], alt: 'A celadon mug and one with blue squares' },
  'dark mug': { scene: 'mugs', part: [0.38, 0.25, 0.5], alt: 'A tenmoku mug beside a blue and white one' },
  'ring plate': { scene: 'plates', part: [0, 0.1, 0.55], alt: 'A large plate with cobalt rings' },
  'teal plate': { scene: 'plates', part: [0.44, 0.08, 0.56], alt: 'A teal plate with a bare rim' },
  'raku crackle': { scene: 'raku', part: [0.25, 0.12, 0.5], alt: 'The crackle of a raku surface, close up' },
  'blue jug': { scene: 'shelf', part: [0, 0.08, 0.55], alt: 'A cobalt jug and a white mug on a shelf' },
  'white jar': { scene: 'shelf', part: [0.4, 0.2, 0.6], alt: 'A white jar, a brown cup and a celadon bowl' },
  'upper shelf': { scene: 'shelves', part: [0, 0.02, 0.6], alt: 'Bowls and bottles on a shelf' },
  'lower shelf': { scene: 'shelves', part: [0.4, 0.4, 0.6], alt: 'Small vases and dark bowls' },
  'teal tiles': { scene: 'tiles', part: [0.05, 0.35, 0.55], alt: 'Teal and rust test tiles, close up' },
  'iron tiles': { scene: 'tiles', part: [0.4, 0.05, 0.55], mirrored: true, alt: 'A row of test tiles from white to iron red' },
  'wheel close': { scene: 'wheel', part: [0.2, 0.2, 0.58], alt: 'Throwing lines on a cylinder, still wet' },
  'studio corner': { scene: 'wheel', part: [0, 0, 0.7], mirrored: true, alt: 'A wheel head with a cylinder, bottles behind it' },
} satisfies Record<string, View>
export type PictureKey = keyof typeof views

export interface StoredPicture {
  file: FileInfo
  alt: string
}

async function bytesOf({ scene, part, mirrored }: View): Promise<Buffer> {
  const whole = await readFile(path.join(FOLDER, `${scene}.webp`))
  if (!part) return whole
  const [left, top, width] = part
  const region = { left: Math.round(left * WIDTH), top: Math.round(top * HEIGHT), width: Math.round(width * WIDTH), height: Math.round(width * HEIGHT) }
  // A detail that would hang over the edge is moved back into the scene.
  region.left = Math.min(region.left, WIDTH - region.width)
  region.top = Math.min(region.top, HEIGHT - region.height)
  const detail = sharp(whole).extract(region)
  return (mirrored ? detail.flop() : detail).webp({ quality: 88 }).toBuffer()
}

/** Stores those of the pictures that are asked for. */
export async function storePictures(ctx: Ctx, keys: Iterable<PictureKey>): Promise<Map<PictureKey, StoredPicture>> {
  const stored = await Promise.all(
    [...new Set(keys)].map(async (key) => {
      const view: View = views[key]
      const file = await ctx.files.put({ filename: `${key.replaceAll(' ', '-')}.webp`, data: await bytesOf(view) })
      // Several members show the same picture, and nobody uploaded it.
      await ctx.files.keep(file.id, 'public:demo')
      return [key, { file, alt: view.alt }] as const
    }),
  )
  return new Map(stored)
}
