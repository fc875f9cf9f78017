/** Handlers of packages. */
import { rolesOf } from '@atrium/sdk'
import { lastId, type Handlers, page, pick, rowsFor } from '@atrium/sdk/server'
import type packages from '../contract.ts'
import { RegistrationTable } from './entities.ts'
import { registrationsOf } from './reads.ts'
import { serve } from './service/content.ts'
import { addOutline } from './service/outline.ts'
import { openPackage, ownPackage, present, removePackages, setPrograms, upload } from './service/packages.ts'
import { commit, launch, presentRegistration, renewCredentials, reportedIn } from './service/registrations.ts'
import { read, receive } from './service/statements.ts'

export const handlers: Handlers<typeof packages> = {
  async show(ctx, { params }) {
    const { record, isEditor } = await openPackage(ctx, { lessonId: params.lessonId })
    return present(ctx, record, isEditor)
  },
  create: async (ctx, { params, body }) => present(ctx, await upload(ctx, params.lessonId, body.signed_id), true),
  update: async (ctx, { params, body }) => present(ctx, await setPrograms(ctx, params.lessonId, body.package.counts_programs), true),
  async destroy(ctx, { params }) {
    await ownPackage(ctx, { lessonId: params.lessonId })
    await removePackages(ctx, [params.lessonId])
  },
  launch: (ctx, { params, body }) => launch(ctx, params.id, body.item),
  async registration(ctx, { params }) {
    const { record } = await openPackage(ctx, { id: params.id })
    const own = await ctx.em.findOne(RegistrationTable, { packageId: record.id, memberId: ctx.me().id })
    return own ? presentRegistration(ctx, own) : null
  },
  commit: (ctx, { params, body }) => commit(ctx, params.id, body),
  async registrations(ctx, { params, query }) {
    const { registrationsCount } = await ownPackage(ctx, { id: params.id })
    const last = lastId(query)
    const rows = await ctx.read(registrationsOf, [params.id, last, rowsFor(query)])
    return page(rows, { query, key: (row) => [row.id], count: registrationsCount }, (row) => ({
      ...pick(row, ['id', 'status', 'success', 'score', 'seconds', 'updated_at']),
      reported: reportedIn({ reportedStatus: row.reported_status, reportedSuccess: row.reported_success, reportedScore: row.reported_score }),
      community_member: { id: row.member_id, ...pick(row, ['public_uid', 'name', 'headline', 'avatar_url']), roles: rolesOf(row.roles) },
    }))
  },
  credentials: (ctx, { params }) => renewCredentials(ctx, params.id),
  outline: async (ctx, { params }) => addOutline(ctx, await ownPackage(ctx, { id: params.id })),
  content: (ctx, { params, headers }) => serve(ctx, params.token, params.path, headers ?? {}),
  about: () => ({ version: ['1.0.3'] }),
  statements: (ctx, { query, headers }) => read(ctx, headers ?? {}, query),
  addStatements: (ctx, { body, headers }) => receive(ctx, headers ?? {}, body as unknown as AsyncIterable<Uint8Array>, null),
  putStatement: (ctx, { query, body, headers }) => receive(ctx, headers ?? {}, body as unknown as AsyncIterable<Uint8Array>, query.statementId),
}
