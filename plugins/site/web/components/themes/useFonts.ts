/** Own fonts of the community, loaded so that samples and previews show them. */
import { useRead } from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract, { type CustomFont } from '../../../contract.ts'
import { ownFamily } from './look.ts'

const { routes } = contract
/** More than there may be. */
export const ALL_FONTS = { query: { per_page: 100 } }
const loaded = new Set<string>()

/** Under the name of each font the other weights of its family are found too, as on pages. Browsers fetch those that are used. */
function load(fonts: readonly CustomFont[]) {
  for (const under of fonts)
    for (const { id, family, url, weight, style } of fonts) {
      const key = `${under.id} ${id} ${weight} ${style}`
      if (family !== under.family || loaded.has(key)) continue
      loaded.add(key)
      document.fonts.add(new FontFace(ownFamily(under.id), `url("${url}")`, { weight: String(weight), style }))
    }
}

export function useFonts() {
  const query = useRead(routes.fonts, ALL_FONTS)
  const fonts = query.data?.records
  useEffect(() => fonts && load(fonts), [fonts])
  return query
}
