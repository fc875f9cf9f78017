/** How the widget is set up, and the secret by which sites sign for their visitors. */
import { randomBytes } from 'node:crypto'
import type { Ctx } from '@atrium/sdk/server'
import spaces from '../../../spaces/contract.ts'
import contract from '../../contract.ts'
import { signAllOut } from './asker.ts'

export async function setting(ctx: Ctx) {
  const { secret, ...rest } = ctx.settings(contract)
  const tree = await ctx.use(spaces).tree()
  return {
    ...rest,
    has_secret: secret !== '',
    script: `<script src="${ctx.community.url}/widget.js" async></script>`,
    spaces: tree.flatMap((group) => group.spaces.map(({ id, name }) => ({ id, name }))),
  }
}
export async function createSecret(ctx: Ctx) {
  const secret = randomBytes(32).toString('base64url')
  await ctx.saveSettings(contract, { secret: ctx.seal(secret) })
  await signAllOut(ctx)
  await ctx.audit('help_widget.secret_created', 'plugin:help-widget')
  return { secret }
}
