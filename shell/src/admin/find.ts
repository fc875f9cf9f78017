/** Asks the settings: the index comes from the server with the first letters, the words are those of the page. */
import { useEffect, useMemo, useState } from 'react'
import { host, translate, useBoot, useRead, useSession, useT } from '@atrium/sdk/web'
import communities from '@atrium/sdk/kernel/communities'
import { pluginTitle } from '../frame/pluginWords.ts'
import { ask, askables, type FoundSetting, type Index, LEAST_LETTERS } from './asking.ts'
import { useAdminMenu } from './menu.ts'

const files = new Map<string, Promise<Index>>()
async function fetchIndex(address: string): Promise<Index> {
  await host.loadAdmin()
  const response = await fetch(address)
  if (response.ok) return response.json()
  files.delete(address)
  return {}
}
function indexAt(address: string): Promise<Index> {
  let file = files.get(address)
  if (!file) files.set(address, (file = fetchIndex(address)))
  return file
}

/** Settings, their helps, options and acts that a text finds, best first; none for those who administer nothing. Undefined while the words are on their way. */
export function useFoundSettings(text: string): FoundSetting[] | undefined {
  const t = useT()
  const { messages } = useBoot()
  const { isAdmin } = useSession()
  const groups = useAdminMenu()
  const wanted = text.trim().length >= LEAST_LETTERS && groups.length > 0
  const [index, setIndex] = useState<Index>()
  useEffect(() => {
    if (!wanted) return
    let isAsked = true
    void indexAt(messages.settings).then((next) => isAsked && setIndex(next))
    return () => {
      isAsked = false
    }
  }, [wanted, messages.settings])
  const plugins = useRead(communities.routes.plugins, {}, { enabled: wanted && isAdmin }).data?.records
  const all = useMemo(() => {
    const on = (plugins ?? []).filter(({ status }) => status === 'on').map((plugin) => ({ ...plugin, title: pluginTitle(plugin) }))
    return index && askables(index, groups, on, translate)
  }, [index, groups, plugins, t])
  return useMemo(() => (wanted ? all && ask(all, text) : []), [all, text, wanted])
}
