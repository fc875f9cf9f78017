/** Colour arithmetic in OKLCH: what a brand colour becomes so that every pair of text and ground stays readable. */

/** Lightness 0 to 1, chroma 0 to about 0.37, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number]
export type Appearance = 'light' | 'dark'

/** Least contrast of text on its ground: WCAG AA asks for 4.5, and screens round to whole channels. */
export const TEXT_CONTRAST = 4.56
/** Brand colour of a community that has chosen none. */
export const FALLBACK_BRAND = '#506CF0'
const WHITE: Oklch = [1, 0, 0]
const BLACK: Oklch = [0.2, 0, 0]
const round = (value: number, digits: number) => Number(value.toFixed(digits))

export const isHex = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** `#rrggbb` to OKLCH. @throws RangeError for any other text. */
export function fromHex(hex: string): Oklch {
  if (!isHex(hex)) throw new RangeError(`not a colour: ${hex}`)
  const linear = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  const [red, green, blue] = linear as [number, number, number]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360]
}

function linearRgb([lightness, chroma, hue]: Oklch): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
const inGamut = (colour: Oklch) => linearRgb(colour).every((channel) => channel >= -0.0005 && channel <= 1.0005)

/** The same lightness and hue with as much of the chroma as sRGB can show. */
export function clip(colour: Oklch): Oklch {
  if (inGamut(colour)) return colour
  let [low, high] = [0, colour[1]]
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2
    if (inGamut([colour[0], middle, colour[2]])) low = middle
    else high = middle
  }
  return [colour[0], low, colour[2]]
}

function luminance(colour: Oklch): number {
  const [red, green, blue] = linearRgb(colour).map((channel) => Math.min(1, Math.max(0, channel))) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** Contrast of two colours, 1 to 21. */
export function contrast(one: Oklch, other: Oklch): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Keeps the hue and moves the lightness away from `against` until the pair reaches `minimum`. */
export function readable(colour: Oklch, against: Oklch, minimum = TEXT_CONTRAST): Oklch {
  // Where black and white read equally well, the way is to the farther one.
  const step = luminance(against) > 0.179 ? -0.004 : 0.004
  let fitted = clip(colour)
  // As screens show it, in whole channels.
  const reached = () => contrast(fromHex(toHex(fitted)), fromHex(toHex(against)))
  while (reached() < minimum && (step < 0 ? fitted[0] > 0 : fitted[0] < 1)) fitted = clip([fitted[0] + step, colour[1], colour[2]])
  return fitted
}

export const toCss = ([lightness, chroma, hue]: Oklch): string => `oklch(${round(lightness, 4)} ${round(chroma, 4)} ${round(hue, 2)})`
export function toHex(colour: Oklch): string {
  const channels = linearRgb(clip(colour)).map((channel) => {
    const bounded = Math.min(1, Math.max(0, channel))
    const encoded = bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * bounded ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

/** The brand colour and its relatives, by token name, for one appearance. */
export interface BrandTokens {
  'brand-color': Oklch
  'brand-text-color': Oklch
  'brand-hover': Oklch
  'brand-soft': Oklch
  'brand-soft-text': Oklch
  'link-color': Oklch
}

/**
 * Derives the tokens of a chosen brand colour. Text on it is white or near black, whichever reads better,
 * unless `text` says otherwise; fill and text then meet the AA minimum by moving the fill's lightness.
 */
export function brandTokens(brand: string, appearance: Appearance, text?: string): BrandTokens {
  const chosen = fromHex(isHex(brand) ? brand : FALLBACK_BRAND)
  const [, chroma, hue] = chosen
  const ink = text && isHex(text) ? fromHex(text) : contrast(chosen, WHITE) >= 3 || contrast(chosen, WHITE) > contrast(chosen, BLACK) ? WHITE : BLACK
  const fill = readable(chosen, ink)
  const darkens = luminance(ink) > 0.3
  const soft = (lightness: number, most: number): Oklch => clip([lightness, Math.min(chroma, most), hue])
  const light = appearance === 'light'
  const softGround = light ? soft(0.95, 0.022) : soft(0.31, 0.06)
  const page: Oklch = light ? [0.958, 0, 0] : [0.278, 0, 0]
  return {
    'brand-color': fill,
    'brand-text-color': ink,
    'brand-hover': clip([Math.min(1, fill[0] * (darkens ? 0.9 : 1.1)), chroma, hue]),
    'brand-soft': softGround,
    'brand-soft-text': readable(light ? soft(0.4, 0.15) : soft(0.86, 0.068), softGround),
    'link-color': readable(light ? [0.5, chroma, hue] : [0.76, Math.min(chroma, 0.122), hue], page),
  }
}
