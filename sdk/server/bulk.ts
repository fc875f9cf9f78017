/** One act on many things: chosen at once, done bit by bit in the background in the name of who asked, each thing by itself with the reason why it failed. */
import type { EntitySchema } from '@mikro-orm/core'
import type { BulkTask } from '../core/bulk.ts'
import { Sentence, type SentenceValues } from '../core/sentences.ts'
import type { Ctx } from './ctx.ts'
import { isRefusal } from './errors.ts'
import { p, type Table } from './table.ts'

/** Columns of a table of bulk acts; the plugin adds what its act has to know: `table('posts.bulk', { ...bulkColumns, action: p.text() })`. */
export const bulkColumns = {
  memberId: p.bigint('number'),
  status: p.text().$type<'running' | 'done' | 'cancelled'>().default('running'),
  total: p.integer().default(0),
  succeeded: p.integer().default(0),
  failed: p.integer().default(0),
  finishedAt: p.datetime().nullable(),
}
/** Columns of a table of what they act on; the plugin adds on what. */
export const bulkItemColumns = {
  bulkId: p.bigint('number'),
  status: p.text().$type<'waiting' | 'done' | 'failed'>().default('waiting'),
  error: p.text().nullable(),
  errorValues: p.json<SentenceValues>().nullable(),
}

interface BulkRow {
  id: number
  member_id: number
  status: BulkTask['status']
  total: number
  succeeded: number
  failed: number
  created_at: Date
  finished_at: Date | null
}
export interface BulkOf<Task extends BulkRow, Item extends { id: number }> {
  tasks: Table
  items: Table
  /** Items in one transaction; after each the browser hears how far it is. */
  step: number
  /** What is done to one thing, with the rights that who asked has at this moment. What it throws is the reason why the thing stays as it was. */
  act(asker: Ctx, item: Item, task: Task): Promise<void>
  /** Tells the browser of who asked. */
  tell(ctx: Ctx, task: Pick<BulkRow, 'id' | 'member_id'>): void
  /** Enqueues the job that takes the next step. */
  goOn(ctx: Ctx, id: number): Promise<unknown>
}

const nameOf = (table: Table): string => {
  const { schema, tableName } = (table as unknown as EntitySchema).init().meta
  return `${schema}.${tableName}`
}
const db = (ctx: Ctx) => ctx.em.getKysely<Record<string, Record<string, any>>>()

/** The reason of a refusal in words, of a field where one is wrong. @throws what is nobody's fault, so that it is tried again with the whole step */
export function reasonOf(error: unknown): Sentence {
  if (!isRefusal(error)) throw error
  const [first] = Object.values((error.details ?? {}) as Record<string, (string | Sentence)[]>)
  const said = (error.status === 422 && Array.isArray(first) && first[0]) || error.said
  return said instanceof Sentence ? said : new Sentence(said, {})
}
/**
 * Work for each of many, each in a savepoint: what one leaves half done is undone, the others stay. Entities that one loads are no longer looked
 * through at the next, so that a hundred cost a hundred times what one costs.
 * @returns for which it was refused, and why @throws what is nobody's fault
 */
export async function eachAlone<T>(ctx: Ctx, items: readonly T[], work: (item: T) => Promise<unknown>): Promise<{ item: T; reason: Sentence }[]> {
  const refused: { item: T; reason: Sentence }[] = []
  for (const item of items)
    try {
      await ctx.em.transactional(() => work(item), { clear: true })
    } catch (error) {
      refused.push({ item, reason: reasonOf(error) })
    }
  return refused
}

/** One step; it enqueues the next one until nothing is left. */
export async function runBulk<Task extends BulkRow, Item extends { id: number }>(ctx: Ctx, of: BulkOf<Task, Item>, id: number): Promise<void> {
  const [tasks, items] = [nameOf(of.tasks), nameOf(of.items)]
  // whoever comes second waits here, and finds these items done
  const task = (await db(ctx)
    .selectFrom(tasks)
    .selectAll()
    .where('community_id', '=', ctx.community.id)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst()) as unknown as Task | undefined
  if (!task) return
  const waiting = (await db(ctx)
    .selectFrom(items)
    .selectAll()
    .where('community_id', '=', ctx.community.id)
    .where('bulk_id', '=', id)
    .where('status', '=', 'waiting')
    .orderBy('id')
    .limit(of.step)
    .execute()) as unknown as Item[]
  let failed = 0
  for (const item of waiting) {
    let error: Sentence | null = null
    try {
      // asked for each: whoever loses the right meanwhile changes not one more
      const asker = await ctx.actAs(task.member_id)
      // a savepoint: what one leaves half done is undone, the others stay
      await asker.em.transactional(() => of.act(asker, item, task))
    } catch (thrown) {
      error = reasonOf(thrown)
      failed++
    }
    await db(ctx)
      .updateTable(items)
      .set({
        status: error ? 'failed' : 'done',
        error: error?.template ?? null,
        error_values: error ? JSON.stringify(error.values) : null,
        updated_at: ctx.now(),
      })
      .where('community_id', '=', ctx.community.id)
      .where('id', '=', item.id)
      .execute()
  }
  const over = waiting.length < of.step
  await db(ctx)
    .updateTable(tasks)
    .set((row) => ({ succeeded: row('succeeded', '+', waiting.length - failed), failed: row('failed', '+', failed), updated_at: ctx.now() }))
    .$if(over, (update) => update.set({ status: 'done', finished_at: ctx.now() }))
    .where('community_id', '=', ctx.community.id)
    .where('id', '=', id)
    .execute()
  of.tell(ctx, task)
  if (!over) await of.goOn(ctx, id)
}

/** Ends one where it stands; what is done stays done. */
export async function cancelBulk(ctx: Ctx, of: Pick<BulkOf<any, any>, 'tasks' | 'tell'>, task: Pick<BulkRow, 'id' | 'member_id'>): Promise<void> {
  const ended = await db(ctx)
    .updateTable(nameOf(of.tasks))
    .set({ status: 'cancelled', finished_at: ctx.now(), updated_at: ctx.now() })
    .where('community_id', '=', ctx.community.id)
    .where('id', '=', task.id)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst()
  if (ended) of.tell(ctx, task)
}

/** What replies say of them, with who asked. */
export async function presentBulks<Task extends BulkRow>(ctx: Ctx, rows: Task[]) {
  const people = await ctx.members.byIds([...new Set(rows.map(({ member_id }) => member_id))])
  return rows.map(({ id, member_id, status, total, succeeded, failed, created_at, finished_at }) => {
    const author = people.get(member_id)
    return {
      ...{ id, status, total, succeeded, failed, created_at, finished_at },
      author: author ? { id: author.id, name: author.name, avatar_url: author.avatarUrl } : null,
    }
  })
}

/** The reason of an item that failed, in the reader's language. */
export const bulkReason = (ctx: Ctx, item: { error: string | null; error_values: SentenceValues | null }): string =>
  ctx.say(new Sentence(item.error ?? '', item.error_values ?? {}))
