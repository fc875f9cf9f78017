/** Where somebody came from, in words where there are some: other plugins bring contacts of their own. */
import type { Translate } from '@atrium/sdk/web'

export function sourceWord(t: Translate, source: string): string {
  const word = t(`source.${source}`)
  return word === `source.${source}` ? source : word
}
