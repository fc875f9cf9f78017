/** A form on the studio's website, with what it has brought in. */
import type { Ctx } from '@atrium/sdk/server'
import audience from '../../../audience/contract.ts'
import forms, { type ElementInput, type FieldAttributes } from '../../../forms/contract.ts'
import { addressOf } from './audience.ts'
import { DAY } from './calendar.ts'
import { newsletter, submissions } from './texts/forms.ts'

const field = (attributes: Partial<FieldAttributes> & Pick<FieldAttributes, 'kind' | 'label'>) =>
  ({
    type: 'field' as const,
    attributes: { placeholder: '', help: '', required: false, options: [], fills: null, value: '', parameter: '', ...attributes },
  }) satisfies ElementInput

export async function addForms(admin: Ctx, now: Date): Promise<void> {
  const service = admin.use(forms)
  const { id, fieldIds } = await service.create({
    name: newsletter.name,
    thank_you_page_title: newsletter.thanks,
    thank_you_page_body: newsletter.thanksText,
    member_tag_ids: [await admin.use(audience).ensureTag('Studio letter', { is_public: false })],
    elements: [
      { type: 'text', attributes: { text: newsletter.name, size: 'heading' } },
      { type: 'text', attributes: { text: newsletter.intro, size: 'paragraph' } },
      {
        type: 'layout',
        attributes: {},
        children: [field({ kind: 'short_text', label: 'Name', fills: 'name' }), field({ kind: 'short_text', label: 'Town', fills: 'contact:town' })],
      },
      field({ kind: 'email', label: 'Email', required: true, placeholder: 'name@example.com' }),
      field({ kind: 'choice', label: 'Clay', options: newsletter.clays }),
      field({ kind: 'choices', label: 'Interests', options: newsletter.wishes }),
      field({ kind: 'long_text', label: 'A question for us', help: 'We answer within a week.' }),
      field({ kind: 'hidden', label: 'Source', value: 'website', parameter: 'utm_source' }),
      field({ kind: 'consent', label: newsletter.consent, required: true }),
      { type: 'button', attributes: { label: 'Subscribe' } },
    ],
  })
  await service.publish(id)
  for (const [name, town, clay, wishes, words, age] of submissions) {
    const values: Record<string, string | string[]> = {
      Name: name,
      Town: town,
      Email: addressOf(name),
      Clay: clay,
      Interests: wishes,
      'A question for us': words,
    }
    await service.submit(
      id,
      Object.entries({ ...values, [newsletter.consent]: 'yes' }).map(([label, value]) => ({
        id: fieldIds[label]!,
        ...(typeof value === 'string' ? { value } : { value_json: value }),
      })),
      { isConfirmed: true, at: new Date(now.getTime() - age * DAY) },
    )
  }
}
