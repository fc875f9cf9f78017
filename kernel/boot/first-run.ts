/** The very first start: an admin, a community, and what its plugins bring along. */
import { randomBytes } from 'node:crypto'
import { runHook } from './lifecycle.ts'
import type { RootContainer } from '../container.ts'

export interface FirstRun {
  email: string
  /** Null when it was given by the environment. */
  password: string | null
}

/** Easy to type, hard to guess, and within our own password rules. */
export const newPassword = () => `Clay-${randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')}7`

/** Makes the primary community and its owner, unless there is one. Returns how to sign in the first time. */
export async function firstRun(root: RootContainer): Promise<FirstRun | null> {
  const { communities, accounts, config, registry, log } = root.cradle
  if ((await communities.primaryId()) !== null) return null
  const password = config.adminPassword ?? newPassword()
  const ownerAccountId = await accounts.people.createAccount({ email: config.adminEmail, name: 'Admin', password, platformOwner: true, confirmed: true })
  const communityId = await communities.create({ name: config.demo ? 'Clay & Fire' : 'My community', ownerAccountId, primary: true })
  // Not left to the queue: the first page should be whole when the address is printed.
  const state = await communities.state(communityId)
  for (const plugin of registry.plugins.values())
    if (communities.isOn(state, plugin)) {
      const { id, title } = plugin.manifest
      const started = performance.now()
      await runHook(root, communityId, id, 'enable')
      const ms = performance.now() - started
      if (ms > 1_000) log.info({}, `${title} is set up (${(ms / 1000).toFixed(1)} s)`)
    }
  return { email: config.adminEmail, password: config.adminPassword ? null : password }
}
