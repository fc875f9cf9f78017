/** How a community lets people in: roles that need a second factor, and providers, whose secrets are sealed. */
import { notFound } from '@atrium/sdk'
import contract, { type SignInProvider } from '@atrium/sdk/kernel/auth'
import type { CommunityState } from '../communities/index.ts'

const parsed = new WeakMap<object, ReturnType<typeof contract.settings.parse>>()
export function signInSettings({ pluginSettings }: Pick<CommunityState, 'pluginSettings'>) {
  if (!parsed.has(pluginSettings)) parsed.set(pluginSettings, contract.settings.parse(pluginSettings.get(contract.id) ?? {}))
  return parsed.get(pluginSettings)!
}
/** @throws AtriumError 404 */
export function findProvider(providers: readonly SignInProvider[], key: string): SignInProvider {
  const found = providers.find((provider) => provider.key === key)
  if (!found) throw notFound('Sign-in provider')
  return found
}
