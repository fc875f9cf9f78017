/** Calls of imports. */
import { invalid } from '@atrium/sdk'
import { csvFile, type Handlers } from '@atrium/sdk/server'
import { FACTS, MOST_BYTES, MOST_COLUMNS, MOST_ROWS } from '../../contract.ts'
import type contract from '../../contract.ts'
import { NAMES } from '../service/imports/columns.ts'
import {
  changeImport,
  checkImport,
  deleteImport,
  fieldsOf,
  listRows,
  listTasks,
  runImport,
  showTask,
  startImport,
  startRows,
  stopImport,
  undoImport,
  wrongRows,
} from '../service/imports/tasks.ts'

export const importRoutes = {
  async startImport(ctx, { body }) {
    if (body.records) return showTask(ctx, await startRows(ctx, body.contact_type, body.records))
    if (!body.signed_id) throw invalid({ signed_id: ['Choose a file.'] })
    return showTask(ctx, await startImport(ctx, body.contact_type, body.signed_id))
  },
  async configuration(ctx, { query }) {
    const facts = FACTS.map((key) => ({ key: key as string, label: ctx.t(`fact.${key}`), required: key === 'email', matches: NAMES[key] }))
    const fields = (await fieldsOf(ctx)).map(({ id, label }) => ({ key: `field:${id}`, label, required: false, matches: [] }))
    const isMember = query.contact_type === 'member'
    const columns = [...facts.filter(({ key }) => isMember || !['spaces', 'access_groups', 'joined_at'].includes(key)), ...fields]
    return { contact_type: query.contact_type, columns, limits: { bytes: MOST_BYTES, columns: MOST_COLUMNS, rows: MOST_ROWS } }
  },
  imports: (ctx, { query }) => listTasks(ctx, query),
  importTask: (ctx, { params }) => showTask(ctx, params.id),
  async changeImport(ctx, { params, body }) {
    await changeImport(ctx, params.id, body)
    return showTask(ctx, params.id)
  },
  async checkImport(ctx, { params }) {
    await checkImport(ctx, params.id)
    return showTask(ctx, params.id)
  },
  async runImport(ctx, { params }) {
    await runImport(ctx, params.id)
    return showTask(ctx, params.id)
  },
  async stopImport(ctx, { params }) {
    await stopImport(ctx, params.id)
    return showTask(ctx, params.id)
  },
  async undoImport(ctx, { params }) {
    await undoImport(ctx, params.id)
    return showTask(ctx, params.id)
  },
  deleteImport: (ctx, { params }) => deleteImport(ctx, params.id),
  importRows: (ctx, { params, query }) => listRows(ctx, params.id, query),
  async wrongRows(ctx, { params }) {
    const { filename, csv } = await wrongRows(ctx, params.id)
    return csvFile(filename, csv)
  },
} satisfies Partial<Handlers<typeof contract>>
