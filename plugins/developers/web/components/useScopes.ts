/** What a token's scopes say, in words. */
import { useRead } from '@atrium/sdk/web'
import contract, { type Level } from '../../contract.ts'
import { useWords } from './words.ts'

/** Everything at one level, or each plugin at its own. */
export type Access = { all: Exclude<Level, 'none'> } | { plugins: Record<string, Level> }

export const scopesOf = (access: Access): string[] =>
  'all' in access
    ? access.all === 'write'
      ? ['read', 'write']
      : ['read']
    : Object.entries(access.plugins).flatMap(([plugin, level]) =>
        level === 'none' ? [] : level === 'write' ? [`${plugin}:read`, `${plugin}:write`] : [`${plugin}:read`],
      )

export function accessOf(scopes: readonly string[]): Access {
  if (scopes.includes('write')) return { all: 'write' }
  if (scopes.includes('read')) return { all: 'read' }
  const plugins: Record<string, Level> = {}
  for (const scope of scopes) {
    const [plugin, level] = scope.split(':') as [string, Level]
    if (plugins[plugin] !== 'write') plugins[plugin] = level
  }
  return { plugins }
}

/** What there is here, by its name in the reader's language. */
export const usePlugins = () => useRead(contract.routes.plugins).data?.records ?? []

/** "Reads everything", or the names of what it may use. */
export function useScopeWords(): (token: { kind: string; scopes: readonly string[] }) => string {
  const { t, locale } = useWords()
  const plugins = usePlugins()
  return ({ kind, scopes }) => {
    if (kind === 'headless_auth') return t('scopes.headless')
    const access = accessOf(scopes)
    if ('all' in access) return t(`scopes.all_${access.all}`)
    const names = Object.keys(access.plugins).map((id) => plugins.find((plugin) => plugin.id === id)?.title ?? id)
    return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(names)
  }
}
