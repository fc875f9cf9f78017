/** How a community lets people in: roles that need a second factor. */
import contract from '@atrium/sdk/kernel/auth'
import type { CommunityState } from '../communities/index.ts'

const parsed = new WeakMap<object, ReturnType<typeof contract.settings.parse>>()
export function signInSettings({ pluginSettings }: Pick<CommunityState, 'pluginSettings'>) {
  if (!parsed.has(pluginSettings)) parsed.set(pluginSettings, contract.settings.parse(pluginSettings.get(contract.id) ?? {}))
  return parsed.get(pluginSettings)!
}
