/** Spaces in the published shape. */
import { type Ctx, unlessRefused } from '@atrium/sdk/server'
import type { z } from 'zod'
import courses from '../../../courses/contract.ts'
import posts from '../../../posts/contract.ts'
import spaces, { type Space as Own } from '../../../spaces/contract.ts'
import type { Space } from '../../contract/spaces.ts'

const META = { meta_title: null, meta_description: null, opengraph_title: null, opengraph_description: null, opengraph_image: null }

export async function toSpace(ctx: Ctx, space: Own): Promise<z.input<typeof Space>> {
  const hasCourse = space.types.includes('course') && ctx.has(courses)
  const course_setting = hasCourse ? await unlessRefused(ctx.call(courses.routes.settings, { params: { courseId: space.id } }), null, 403, 404) : null
  const { chat_room_show_history, chat_room_description, show_next_event } = space as Record<string, unknown>
  return {
    ...space,
    space_group: { id: space.space_group.id, name: space.space_group.name },
    post_ids: [],
    event_auto_rsvp_enabled: false,
    show_next_event: show_next_event === true,
    meta_tag_attributes: { ...META, ...space.meta_tag_attributes },
    chat_room_show_history: typeof chat_room_show_history === 'boolean' ? chat_room_show_history : null,
    chat_room_description: typeof chat_room_description === 'string' ? chat_room_description : null,
    course_setting,
  }
}
export const showSpace = async (ctx: Ctx, id: number) => toSpace(ctx, (await ctx.call(spaces.routes.show, { params: { id } })) as Own)

/** A page of spaces, each with all its fields. */
export async function showSpaces(ctx: Ctx, ids: number[]): Promise<z.input<typeof Space>[]> {
  const all: z.input<typeof Space>[] = []
  for (const id of ids) all.push(await showSpace(ctx, id))
  return all
}

/** A space offers exactly these topics. Topics that are offered everywhere stay so. */
export async function offerTopics(ctx: Ctx, spaceId: number, wanted: number[]): Promise<void> {
  const { topics: now } = await ctx.call(spaces.routes.show, { params: { id: spaceId } })
  const change = async (id: number, changed: (space_ids: number[]) => number[]) => {
    const { space_ids } = await ctx.call(posts.routes.showTopic, { params: { id } })
    if (space_ids.length) await ctx.call(posts.routes.updateTopic, { params: { id }, body: { space_ids: changed(space_ids) } })
  }
  for (const id of wanted.filter((one) => !now.includes(one))) await change(id, (all) => [...all, spaceId])
  for (const id of now.filter((one) => !wanted.includes(one))) await change(id, (all) => all.filter((one) => one !== spaceId))
}
