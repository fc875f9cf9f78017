/** What a kind of records is called, in the words of its plugin. */
import { translate, useLocale } from '@atrium/sdk/web'

export function useKindName(): (kind: { kind: string; plugin: string }) => string {
  useLocale()
  return ({ kind, plugin }) => translate(plugin, `kinds.${kind}`)
}
