/** Proportions that uploaded pictures are cropped to: width to height. */

export const RATIOS = {
  icon: 1,
  logo: 4,
  logoWide: 6.3888,
  cover: 3.2,
  standard: 2.8,
  openGraph: 1.9,
  spaceCover: 4.777,
  thumbnail: 2,
  paywallCover: 1.78,
  paywallAvatar: 1,
} as const

/** The address of one of our pictures in the size of a thumbnail, 480 pixels wide; another address stays what it is. */
export const thumbnailOf = <T extends string | null>(url: T): T => (url?.replace(/^(\/files\/[^/]+\/)(?:medium|large|original)\//, '$1small/') ?? null) as T
