/** Calls of invitation links, and of coming in by one. */
import type { Ctx, Handlers } from '@atrium/sdk/server'
import type { z } from 'zod'
import type contract from '../../contract.ts'
import type { LinkChange, LinkInput, linkQuery } from '../../contract.ts'
import { comeIn, preview } from '../service/coming.ts'
import { createLink, deleteLink, listLinks, showLink, switchLink, updateLink } from '../service/links.ts'

type ById = { params: { id: number } }

const create = async (ctx: Ctx, { body }: { body: LinkInput }) => showLink(ctx, await createLink(ctx, body))
async function update(ctx: Ctx, { params, body }: ById & { body: LinkChange }) {
  await updateLink(ctx, params.id, body)
  return showLink(ctx, params.id)
}
const list = (ctx: Ctx, { query }: { query: z.output<typeof linkQuery> }) => listLinks(ctx, query)
const show = (ctx: Ctx, { params }: ById) => showLink(ctx, params.id)
const remove = (ctx: Ctx, { params }: ById) => deleteLink(ctx, params.id)

export const linkRoutes = {
  links: list,
  createLink: create,
  link: show,
  updateLink: update,
  deleteLink: remove,
  adminLinks: list,
  adminCreateLink: create,
  adminLink: show,
  adminUpdateLink: update,
  adminDeleteLink: remove,
  async revokeLink(ctx, { params }) {
    await switchLink(ctx, params.id, false)
    return showLink(ctx, params.id)
  },
  async reactivateLink(ctx, { params }) {
    await switchLink(ctx, params.id, true)
    return showLink(ctx, params.id)
  },
  preview: (ctx, { params }) => preview(ctx, params.token),
  join: async (ctx, { params, body }) => ({ success: true, ...(await comeIn(ctx, params.token, body.consent)) }),
} satisfies Partial<Handlers<typeof contract>>
