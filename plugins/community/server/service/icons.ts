/** The community's icons as browsers and home screens want them, made of the pictures that it has for light and dark. */
import { type Ctx, ICON_SIZES, iconAddress, unlessRefused } from '@atrium/sdk/server'
import { LRUCache } from 'lru-cache'
import sharp from 'sharp'

/** By community and address, from when they are begun: many who ask at once have one drawn. An icon has some 20 kB. */
const kept = new LRUCache<string, Promise<Buffer | null>>({ max: 200 })
/** A home screen puts no ground below an icon: what shines through would be black. */
const TOUCH = 180

async function draw(ctx: Ctx, picture: string, size: number): Promise<Buffer | null> {
  const file = await unlessRefused(ctx.files.addressed(picture), null)
  if (!file) return null
  const parts: Uint8Array[] = []
  for await (const part of await ctx.files.read(file.id)) parts.push(part)
  const isTouch = size === TOUCH
  const icon = sharp(Buffer.concat(parts)).resize(size, size, { fit: 'contain', background: isTouch ? '#ffffff' : '#ffffff00' })
  return (isTouch ? icon.flatten({ background: '#ffffff' }) : icon).png({ compressionLevel: 9 }).toBuffer()
}

/** @param name as `iconAddress` names it @returns a PNG; null for what is no icon of this community, or is one no more */
export async function iconOf(ctx: Ctx, name: string): Promise<Buffer | null> {
  const { icon_url, dark_icon_url } = ctx.platform.branding
  for (const picture of [icon_url, dark_icon_url].filter((one) => one !== null))
    for (const size of ICON_SIZES) {
      if (iconAddress(picture, size) !== `/icons/${name}`) continue
      const key = `${ctx.community.id} ${name}`
      const begun = kept.get(key)
      if (begun) return begun
      const icon = draw(ctx, picture, size)
      kept.set(key, icon)
      const forget = () => kept.delete(key)
      icon.then((drawn) => drawn ?? forget(), forget)
      return icon
    }
  return null
}
