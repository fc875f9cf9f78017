/** A year of events: what recurs, what is full with a line before it, what has been and can be watched. */
import type { Ctx } from '@atrium/sdk/server'
import { textToDoc } from '@atrium/sdk/server'
import events, { type NewEvent } from '../../../events/contract.ts'
import { DAY } from './calendar.ts'
import { type PictureKey, storePictures } from './pictures.ts'
import type { SpaceKey } from './texts/types.ts'

interface Planned {
  in: SpaceKey
  by: string
  name: string
  text: string
  /** Days from now of the first date; below 0 it has been. */
  days: number
  at: string
  zone: string
  hours: number
  picture?: PictureKey
  recurring?: Omit<NonNullable<NewEvent['recurring']>, 'exceptions'>
  place?: string
  link?: string
  room?: 'live_room' | 'live_stream'
  limit?: number
  guests?: number
  cohosts?: string[]
  recording?: string
  /** How many say yes to its first date. */
  going: number
  /** Among the members of the space, where those who come begin. */
  from?: number
}

const planned: Planned[] = [
  {
    in: 'meetups',
    by: 'saoirse',
    name: 'Anagama night shift, Fjellveien',
    text: 'We stoke from dusk to dawn in two-hour shifts, four people at the mouth and two at the side ports. The kiln climbs through the night and we close it at first light.\n\nBring leather gloves, cotton clothes and a mug you are not afraid to lose. There is soup at midnight.',
    days: 3,
    at: '18:00',
    zone: 'Europe/Oslo',
    hours: 12,
    picture: 'kiln',
    recurring: { frequency: 'monthly_weekday_based', on_last_week: true, occurrences: 5 },
    place: 'Fjellveien 12, Bergen',
    limit: 24,
    guests: 1,
    cohosts: ['callum'],
    going: 14,
  },
  {
    in: 'glaze-lab',
    by: 'priya',
    name: 'Glaze office hour',
    text: 'Bring one tile and one question. Priya looks at both, and whoever is there learns three things by the way.',
    days: 8,
    at: '10:00',
    zone: 'Europe/Oslo',
    hours: 1,
    picture: 'tiles',
    recurring: { frequency: 'bi_weekly', occurrences: 8 },
    room: 'live_room',
    limit: 20,
    cohosts: ['nell'],
    going: 11,
    from: 2,
  },
  {
    in: 'open-studio',
    by: 'nell',
    name: 'Wedge and chat',
    text: 'An hour at the bench, each at home. Cameras on hands, not on faces.',
    days: 1,
    at: '19:00',
    zone: 'Europe/London',
    hours: 1,
    recurring: { frequency: 'weekly', occurrences: 20 },
    link: 'https://meet.example.org/wedge-and-chat',
    going: 4,
  },
  {
    in: 'slow-reading',
    by: 'hana',
    name: 'Slow reading: The Unknown Craftsman',
    text: 'One chapter each time, read aloud in turns. Who comes late, listens.',
    days: 9,
    at: '19:00',
    zone: 'Europe/London',
    hours: 1.5,
    recurring: { frequency: 'bi_weekly', occurrences: 10 },
    room: 'live_room',
    going: 6,
    from: 4,
  },
  {
    in: 'meetups',
    by: 'callum',
    name: 'Raku for two',
    text: 'Two places at the raku kiln, tongs and all. Wear wool.',
    days: 12,
    at: '14:00',
    zone: 'Europe/London',
    hours: 3,
    picture: 'raku',
    place: 'The yard, Stroud',
    limit: 2,
    going: 7,
    from: 3,
  },
  {
    in: 'meetups',
    by: 'marit',
    name: 'Winter market',
    text: 'Our own tables at the harbour hall. Bring what sells and one thing that does not.',
    days: 19,
    at: '11:00',
    zone: 'Europe/Oslo',
    hours: 6,
    picture: 'market',
    place: 'Harbour hall, Bergen',
    guests: 4,
    going: 18,
  },
  {
    in: 'glaze-lab',
    by: 'priya',
    name: 'Line blends in one evening',
    text: 'From two glazes to eleven, with a scale and patience.',
    days: -34,
    at: '18:00',
    zone: 'Europe/London',
    hours: 2,
    picture: 'celadon',
    room: 'live_stream',
    recording: 'https://media.example.org/line-blends',
    going: 16,
    from: 1,
  },
  {
    in: 'meetups',
    by: 'saoirse',
    name: 'Autumn wood firing',
    text: 'Three days, forty hours of stoking, two hundred pots.',
    days: -60,
    at: '09:00',
    zone: 'Europe/Oslo',
    hours: 56,
    picture: 'fire mouth',
    place: 'Fjellveien 12, Bergen',
    limit: 24,
    going: 20,
  },
]

interface Around {
  ctx: Ctx
  as: (memberId: number) => Promise<Ctx>
  idOf: (key: string) => number
  adminId: number
  now: Date
  spaceIds: Map<SpaceKey, number>
  members: (key: SpaceKey) => number[]
}

export async function addEvents({ ctx, as, idOf, adminId, now, spaceIds, members }: Around): Promise<void> {
  const service = ctx.use(events)
  const pictures = await storePictures(
    ctx,
    planned.flatMap(({ picture }) => picture ?? []),
  )
  for (const [n, plan] of planned.entries()) {
    const day = new Date(now.getTime() + plan.days * DAY).toISOString().slice(0, 10)
    const { occurrenceIds } = await service.create({
      spaceId: spaceIds.get(plan.in)!,
      authorMemberId: idOf(plan.by),
      name: plan.name,
      doc: textToDoc(plan.text),
      startsAt: `${day}T${plan.at}`,
      timeZone: plan.zone,
      durationSeconds: plan.hours * 3_600,
      locationType: plan.room ?? (plan.link ? 'virtual' : 'in_person'),
      limit: plan.limit ?? null,
      guestsLimit: plan.guests ?? 0,
      cohostIds: (plan.cohosts ?? []).map(idOf),
      coverFileId: plan.picture ? pictures.get(plan.picture)!.file.id : null,
      ...(plan.recurring ? { recurring: plan.recurring } : {}),
      ...(plan.place ? { place: plan.place } : {}),
      ...(plan.link ? { link: plan.link } : {}),
      ...(plan.recording ? { recordingUrl: plan.recording } : {}),
    })
    const host = idOf(plan.by)
    const others = members(plan.in).filter((id) => id !== host && id !== adminId)
    const from = (plan.from ?? n) % Math.max(others.length, 1)
    const coming = [host, ...(n % 2 === 0 ? [adminId] : []), ...others.slice(from), ...others.slice(0, from)].slice(0, plan.going)
    const at = new Date(now.getTime() + Math.min(plan.days, 0) * DAY - 3 * DAY)
    for (const memberId of coming) await (await as(memberId)).use(events).rsvp(occurrenceIds[0]!, 'yes', { at })
    if (plan.days < 0) await service.checkIn(occurrenceIds[0]!, coming.slice(0, -2))
  }
}
