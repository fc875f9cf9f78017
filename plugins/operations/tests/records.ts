/** Records of operations: a job that failed for good and an email of the target's community; the kernel's tables hold both. */
import { defineRecords, type MadeBy, type Target } from '@atrium/sdk/testing'
import contract from '../contract.ts'

const records = defineRecords(contract, {
  async fill({ app, word, side: { admin, communityId } }: Target) {
    const [job] = await app.sql<{ id: string }>(
      `select id from graphile_worker.add_job('test.nothing', json_build_object('communityId', $1::bigint, 'word', $2::text), run_at := now() + interval '1 day')`,
      [communityId, word],
    )
    await app.sql('update graphile_worker._private_jobs set attempts = max_attempts where id = $1', [job!.id])
    await app.run(communityId, (ctx) => ctx.mail({ to: admin.email, locale: 'en-US', subject: word, text: word }))
    const [mail] = await app.sql<{ id: number }>('select id from kernel.mail where community_id = $1 order by id desc limit 1', [communityId])
    return { deadJob: Number(job!.id), mail: mail! }
  },
  inputs: {
    replay: { input: ({ deadJob }) => ({ body: { ids: [deadJob] } }), foreign: [200], uses: true },
    // the platform owner's
    resume: { input: () => ({ body: { name: 'job:test.nothing' } }), own: [403], foreign: [403] },
    remove: { input: ({ deadJob }) => ({ params: { id: deadJob } }), uses: true },
    mail: ({ mail }) => ({ params: { id: mail.id } }),
    // without a mail server nothing is looked up
    resend: { input: ({ mail }) => ({ params: { id: mail.id } }), foreign: [404, 409], own: [409] },
  },
})
export type OperationsMade = MadeBy<typeof records>
export default records
