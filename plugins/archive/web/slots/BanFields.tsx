/** In the form of whoever bans a member: what a ban does, how long it lasts, and what becomes of what the member wrote. */
import { Field, RadioGroup, Select, useT } from '@atrium/sdk/web'
import { type BanFields as Props, CONTENT } from '../../contract.ts'

const DAYS = [1, 7, 30, 0] as const

export default function BanFields({ name, days, onDays, content, onContent, error }: Props) {
  const t = useT()
  return (
    <>
      <p className="text-13 text-text-2">{t('ban.text', { name })}</p>
      <Field label={t('ban.until')} error={error}>
        <Select
          value={days}
          options={DAYS.map((value) => ({ value: String(value), label: t(`ban.until.${value}`) }))}
          onChange={(event) => onDays(event.target.value)}
        />
      </Field>
      <fieldset className="grid gap-2">
        <legend className="text-13 font-medium">{t('ban.content')}</legend>
        <p className="text-12 text-text-3">{t('ban.content_help')}</p>
        <RadioGroup
          label={t('ban.content')}
          value={content}
          onChange={onContent}
          options={CONTENT.map((value) => ({ value, label: t(`ban.content.${value}`) }))}
        />
      </fieldset>
    </>
  )
}
