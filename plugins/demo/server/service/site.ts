/** Pages of Clay & Fire for whoever is no member yet, with what stands on them live, and their menus. */
import { type Ctx, textToDoc } from '@atrium/sdk/server'
import courses from '../../../courses/contract.ts'
import events from '../../../events/contract.ts'
import forms from '../../../forms/contract.ts'
import paywalls from '../../../paywalls/contract.ts'
import site, { type Block, type PageData } from '../../../site/contract.ts'
import spaces from '../../../spaces/contract.ts'
import { people } from './library.ts'
import { type PictureKey, storePictures } from './pictures.ts'
import { portrait } from './portraits.ts'
import { about, footerText, start, welcome } from './texts/site.ts'

const SIGN_UP = '/user/sign_up'
type Look = Partial<Record<'background' | 'space_above' | 'space_below' | 'anchor', string>>

const block = (id: string, type: string, props: object, look: Look = {}): Block => ({ type, props: { id, look, ...props } })
const pageOf = (...blocks: (Block | null)[]): PageData => ({ root: { props: {} }, content: blocks.filter((one) => one !== null) })
const button = (label: string, to: string, look: 'solid' | 'outline' = 'solid') => ({ label, to, look, opens_new_tab: false })
const faqOf = (title: string, questions: { question: string; answer: string }[]): Block =>
  block('faq', 'Faq', { title, items: questions.map(({ question, answer }) => ({ question, answer: textToDoc(answer) })) }, { anchor: 'questions' })
const endOf = (): Block =>
  block('end', 'CallToAction', { title: welcome.end, text: welcome.endText, art: 'rings', buttons: [button(welcome.join, SIGN_UP)] }, { background: 'brand' })

/** One paragraph; what stands between stars is bold. */
const spoken = (text: string) => ({
  type: 'doc',
  content: [
    {
      type: 'paragraph',
      content: text.split('*').map((part, at) => ({ type: 'text', text: part, ...(at % 2 === 1 && { marks: [{ type: 'bold' }] }) })),
    },
  ],
})

class Site {
  readonly #admin: Ctx
  readonly #pictures: Awaited<ReturnType<typeof storePictures>>
  readonly #faces: Map<string, string>
  /** Ids of what is sold, by its name. */
  readonly #sold: Map<string, number>

  constructor(admin: Ctx, pictures: Awaited<ReturnType<typeof storePictures>>, faces: Map<string, string>, sold: Map<string, number>) {
    this.#admin = admin
    this.#pictures = pictures
    this.#faces = faces
    this.#sold = sold
  }

  #picture(key: PictureKey, x = 50) {
    const { file, alt } = this.#pictures.get(key)!
    return { file: file.signedId, alt, x, y: 50 }
  }

  #prices(title: string, text: string, plans: { paywall: string; features: string; button: string; isHighlighted?: boolean }[], note: string): Block | null {
    const known = plans.flatMap(({ paywall, isHighlighted = false, ...plan }) => {
      const id = this.#sold.get(paywall)
      return id === undefined ? [] : [{ ...plan, paywall: id, is_highlighted: isHighlighted }]
    })
    return known.length > 0 ? block('prices', 'Prices', { title, text, plans: known, note }, { anchor: 'prices' }) : null
  }

  welcome(): PageData {
    const { prices } = welcome
    const items = welcome.quotes.map(({ by, role, text }) => {
      const { name } = people.find(({ key }) => key === by)!
      return { text, name, role, picture: { file: this.#faces.get(by)!, alt: '', x: 50, y: 50 } }
    })
    return pageOf(
      block(
        'hero',
        'Hero',
        {
          ...{ layout: 'start', title: welcome.title, text: welcome.text, picture: this.#picture('kiln', 70) },
          buttons: [button(welcome.join, SIGN_UP), button(welcome.look, '/', 'outline')],
        },
        { background: 'dark', space_above: 'large', space_below: 'large' },
      ),
      block('numbers', 'Text', { text: spoken(welcome.numbers), size: 'large', width: 'full' }, { space_below: 'none' }),
      block(
        'get',
        'Features',
        { title: welcome.get, style: 'tiles', columns: '3', items: welcome.tiles.map((tile) => ({ ...tile, picture: null, to: '' })) },
        { anchor: 'get' },
      ),
      block('quotes', 'Quotes', { items }, { background: 'soft' }),
      this.#prices(prices.title, prices.text, prices.plans, prices.note),
      this.#admin.has(events) ? block('dates', 'Events', { title: welcome.events, count: 3 }, { background: 'soft', anchor: 'dates' }) : null,
      faqOf(welcome.faq, welcome.questions),
      endOf(),
    )
  }

  async about(showId: number | undefined): Promise<PageData> {
    const [letter] = this.#admin.has(forms) ? await this.#admin.use(forms).forms() : []
    return pageOf(
      block('hero', 'Hero', { layout: 'beside', eyebrow: about.eyebrow, title: about.title, text: about.text, picture: this.#picture(about.picture) }),
      block('story', 'Text', { text: textToDoc(about.story.join('\n\n')), size: 'large' }, { background: 'soft' }),
      block('rooms', 'Spaces', { title: about.rooms, count: 6 }),
      block('posts', 'Posts', { title: about.posts, space: showId ?? null, count: 3 }, { background: 'soft' }),
      letter ? block('letter', 'Form', { title: about.letter, form: letter.id, height: 900 }) : null,
      endOf(),
    )
  }

  start(courseId: number | undefined): PageData {
    const [plan] = welcome.prices.plans
    return pageOf(
      block('hero', 'Hero', {
        ...{ layout: 'beside', eyebrow: start.eyebrow, title: start.title, text: start.text, picture: this.#picture(start.picture) },
        buttons: [button(start.go, '#prices')],
      }),
      block('steps', 'Steps', { title: start.steps, items: start.path }, { background: 'soft' }),
      courseId !== undefined && this.#admin.has(courses) ? block('course', 'Course', { course: courseId, button: start.button }) : null,
      this.#prices(start.price, '', [plan!], ''),
      faqOf(welcome.faq, start.questions),
      endOf(),
    )
  }
}

export async function addSite(admin: Ctx): Promise<void> {
  const service = admin.use(site)
  const faces = new Map<string, string>()
  for (const { by } of welcome.quotes) {
    const { look, face } = people.find(({ key }) => key === by)!
    const { signedId } = await admin.files.put({ filename: `${by}.webp`, data: await portrait(look ?? 0, face) })
    faces.set(by, signedId)
  }
  const sold = admin.has(paywalls) ? await admin.use(paywalls).choices() : []
  const pictures = await storePictures(admin, ['kiln', about.picture, start.picture])
  const pages = new Site(admin, pictures, faces, new Map(sold.map(({ id, name }) => [name, id])))
  const idOf = async (slug: string) => (await admin.use(spaces).bySlug(slug))?.id
  const made = [
    { ...welcome, data: pages.welcome() },
    { ...about, data: await pages.about(await idOf('show-and-tell')) },
    { ...start, data: pages.start(await idOf('throwing-from-zero')) },
  ]
  for (const { name, slug, description, data } of made) await service.create({ name, slug, description, data })
  await service.saveMenus({
    header: [
      { label: 'What you get', to: '/welcome#get' },
      { label: 'Prices', to: '/welcome#prices' },
      { label: 'Start from zero', to: '/start' },
      { label: 'About', to: '/about' },
    ],
    footer: [
      { label: 'Courses', to: '/courses' },
      { label: 'Events', to: '/events' },
      { label: 'How we work here', to: '/c/how-we-work-here' },
      { label: 'Privacy', to: '/legal/privacy' },
      { label: 'Terms', to: '/legal/terms' },
    ],
    footerText,
  })
}
