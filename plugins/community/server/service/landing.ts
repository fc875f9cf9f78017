/** What a community says to those who are not in it yet; of a private one, nothing that its members alone may know. */
import { type Ctx, type FileInfo, isOpenForSignUp, isPerson, pictureSources, publishPicture, seesPeople, unlessRefused } from '@atrium/sdk/server'
import type { z } from '@atrium/sdk'
import spaces from '../../../spaces/contract.ts'
import contract, { type LandingPage, type LandingTexts } from '../../contract.ts'
import { read, save } from './parts.ts'

const FACES = 6
const SPACES = 6
const TEAM = 100

const pictureOf = (ctx: Ctx, signedId: string | null): Promise<FileInfo | null> =>
  signedId ? unlessRefused(ctx.files.get(signedId), null) : Promise.resolve(null)
const addressOf = (ctx: Ctx, file: FileInfo | null) => file && ctx.files.url(file, 'large')

export async function settings(ctx: Ctx, enabled = ctx.communitySettings(contract).landing_page_enabled) {
  const texts = await read(ctx, 'landing')
  return { ...texts, enabled, picture_url: addressOf(ctx, await pictureOf(ctx, texts.picture)), hosts: await team(ctx) }
}
export async function change(ctx: Ctx, { enabled, ...texts }: Partial<z.output<typeof LandingTexts>> & { enabled?: boolean }) {
  if (texts.picture) await publishPicture(ctx, texts.picture, 'landing')
  await save(ctx, 'landing', texts)
  if (enabled !== undefined) await ctx.platform.update<typeof contract>({ landing_page_enabled: enabled })
  return settings(ctx, enabled)
}

type Face = LandingPage['faces'][number]
const OF_TEAM = `status = 'active' and roles && array['admin', 'moderator']`
/** Of whom one may be chosen as the host. */
const team = (ctx: Ctx) =>
  ctx.sql<{ id: number; name: string }>(`select id, name from kernel.member_card where community_id = $1 and ${OF_TEAM} order by name, id limit ${TEAM}`)
/** Who was chosen, as long as they are of the team; else the owner. */
async function hostOf(ctx: Ctx, chosen: number | null): Promise<Face | null> {
  const [host] = await ctx.sql<Face>(
    `select id, name, avatar_url from kernel.member_card where community_id = $1 and ((id = $2 and ${OF_TEAM}) or (account_id = $3 and status = 'active'))
     order by id is not distinct from $2 desc limit 1`,
    [chosen, ctx.platform.ownerAccountId],
  )
  return host ?? null
}
/** Counted once in a while, not for each who comes by. */
const countMembers = (ctx: Ctx) =>
  ctx.cached('community.members', null, async () => {
    const [row] = await ctx.sql<{ count: number }>(
      `select count(*)::int as count from kernel.member_card m where community_id = $1 and status = 'active' and ${isPerson('m')}`,
    )
    return row!.count
  })

export async function show(ctx: Ctx): Promise<LandingPage> {
  const { headline, text, button_label, picture, show_members, show_spaces, host_id } = await read(ctx, 'landing')
  const file = await pictureOf(ctx, picture)
  // a public community shows its spaces anyway; whoever is in them is the directory's secret, unless that is public
  const open = !ctx.community.isPrivate
  const { visibleIds } = await ctx.use(spaces).access()
  const cards = open && show_spaces ? await ctx.use(spaces).cards(visibleIds()) : new Map()
  const count = show_members ? await countMembers(ctx) : null
  const faces =
    open && show_members && seesPeople(ctx)
      ? await ctx.sql<Face>(
          `select id, name, avatar_url from kernel.member_card m where community_id = $1 and status = 'active' and ${isPerson('m')} and avatar_url is not null order by last_seen_at desc nulls last limit $2`,
          [FACES],
        )
      : []
  return {
    enabled: ctx.communitySettings(contract).landing_page_enabled,
    ...{ headline: headline || ctx.community.name, text, button_label, faces },
    picture_url: addressOf(ctx, file),
    picture_srcset: file && pictureSources(ctx, file).srcset,
    placeholder: file?.placeholder ?? null,
    members_count: count,
    host: open ? await hostOf(ctx, host_id) : null,
    is_free: isOpenForSignUp(ctx) && ctx.platform.fields.custom_sign_up_link_url === null,
    spaces: [...cards.values()]
      .filter(({ isSecret, isPrivate }) => !isSecret && !isPrivate)
      .slice(0, SPACES)
      .map(({ id, name, emoji, slug }) => ({ id, name, emoji, slug })),
  }
}
