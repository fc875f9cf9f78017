/** The very first start: an admin, a community, and what its plugins bring along. */
import { randomBytes } from 'node:crypto'
import { verifyPassword } from '../kernel/accounts/secrets.ts'
import { runHook } from '../kernel/boot/lifecycle.ts'
import type { RootContainer } from '../kernel/container.ts'

/** Easy to type, hard to guess, and within our own password rules. */
export const newPassword = () => `Clay-${randomBytes(9).toString('base64url').replace(/[-_]/g, 'x')}7`

/** How to sign in by the password that the first start made, until somebody has done so: that start may have been ended before anybody saw it. */
export async function firstSignIn(root: RootContainer): Promise<string | null> {
  const { data, accounts } = root.cradle
  const { rows } = await data.system.query<{ sealed: Buffer; email: string; hash: string | null; is_unused: boolean }>(
    `select first_password as sealed, email, password_hash as hash, last_seen_at is null and not exists (select from kernel.session where account_id = a.id) as is_unused
     from kernel.installation, kernel.account a where first_password is not null and is_platform_owner order by a.id limit 1`,
  )
  if (!rows[0]) return null
  const { sealed, email, hash, is_unused } = rows[0]
  const password = accounts.seals.open(sealed)
  if (is_unused && (await verifyPassword(hash, password))) return `Sign in as ${email} with the password ${password}`
  await data.system.query('update kernel.installation set first_password = null')
  return null
}

/** Makes the primary community and its owner, unless there is one. @param say is told how to sign in as soon as one can */
export async function firstRun(root: RootContainer, say: (text: string) => void = () => {}): Promise<void> {
  const { communities, accounts, config, data, registry, log } = root.cradle
  if ((await communities.primaryId()) !== null) return
  const password = config.adminPassword ?? newPassword()
  await data.system.query('update kernel.installation set first_password = $1', [config.adminPassword ? null : accounts.seals.seal(password)])
  const ownerAccountId = await accounts.people.createAccount({ email: config.adminEmail, name: 'Admin', password, platformOwner: true, confirmed: true })
  say((await firstSignIn(root)) ?? `Sign in as ${config.adminEmail}`)
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
}
