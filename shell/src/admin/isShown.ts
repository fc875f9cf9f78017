/** Features are what people see: a plugin that shows nothing, as one that fills a first community, is none of a plan. */
import { useCallback } from 'react'
import { useBoot } from '@atrium/sdk/web'

/** Tells of a plugin whether it has screens, slots or anything else that people meet. One that failed is always told of. */
export function useIsShown(): (plugin: { id: string; status?: string }) => boolean {
  const { plugins } = useBoot()
  return useCallback(
    ({ id, status }) => {
      const known = plugins.find((plugin) => plugin.id === id)
      if (!known || status === 'failed') return true
      const { screens, kinds, slots, admin, tabs, links, bottom, actions } = known
      return [screens, kinds, slots, admin, tabs, links, bottom, actions].some((part) => Object.keys(part).length > 0)
    },
    [plugins],
  )
}
