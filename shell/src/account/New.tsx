/** Starts a community: a name and its address, what it begins with, and three questions that may stay open. */
import { useState } from 'react'
import {
  Button,
  Card,
  Chip,
  Field,
  Form,
  Icon,
  Input,
  LinkButton,
  NotAllowed,
  PageHeader,
  RadioGroup,
  Screen,
  Select,
  useFieldErrors,
  useLocale,
  useRead,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import communities from '@atrium/sdk/kernel/communities'
import { foreign, type Plain } from '../foreign.ts'
import { slugOf } from './slug.ts'

const { create: createCommunity, switchers } = communities.routes
interface CommunityTemplate {
  id: string
  name: string
  description: string
  icon: string
  groups: { name: string; spaces: { name: string; emoji: string }[] }[]
}
const templates = foreign<Plain<{ records: CommunityTemplate[]; questions: { key: string; options: string[] }[] }>>(
  'community',
  'templates',
  'GET',
  '/internal_api/community/templates',
)

export default function New() {
  const t = useT()
  const { account } = useSession()
  return account?.mayStartCommunities ? (
    <NewForm />
  ) : (
    <Screen name="communities/New" title={t('communityNew.title')}>
      <NotAllowed text={t('communityNew.closed')} action={<LinkButton to="/communities">{t('communities.title')}</LinkButton>} />
    </Screen>
  )
}

function NewForm() {
  const t = useT()
  const own = useLocale()
  const [name, setName] = useState('')
  const [ownSlug, setOwnSlug] = useState<string | null>(null)
  const [locale, setLocale] = useState(own)
  const [template, setTemplate] = useState('')
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [leaving, setLeaving] = useState(false)
  const slug = ownSlug ?? slugOf(name)
  const { data: start } = useRead(templates)
  const create = useWrite(createCommunity, { invalidates: [switchers] })
  const errors = useFieldErrors(create.error)
  const chosen = start?.records.find(({ id }) => id === template)

  async function submit() {
    const { url } = await create.mutateAsync({
      body: { name: name.trim(), slug, locale: locale as 'en-US' | 'pt-BR', ...(template ? { template } : {}), answers },
    })
    setLeaving(true)
    location.assign(url)
  }

  return (
    <Screen name="communities/New" title={t('communityNew.title')}>
      <PageHeader title={t('communityNew.title')} text={t('communityNew.text')} back={{ to: '/communities', label: t('communities.title') }} />
      <Form onSubmit={submit} error={create.error}>
        <Card pad className="grid gap-4">
          <Field label={t('communityNew.name')} error={errors.name}>
            <Input size="lg" autoFocus required maxLength={80} value={name} onChange={(event) => setName(event.target.value)} />
          </Field>
          <Field label={t('communityNew.slug')} help={t('communityNew.slug.help')} error={errors.slug}>
            <Input
              size="lg"
              required
              maxLength={60}
              spellCheck={false}
              autoCapitalize="none"
              value={slug}
              onChange={(event) => setOwnSlug(event.target.value.toLowerCase().replace(/[^a-z0-9-]+/g, '-'))}
              onBlur={() => ownSlug !== null && setOwnSlug(slugOf(ownSlug) || null)}
            />
          </Field>
          <Field label={t('general.locale')} className="max-w-[280px]">
            <Select
              value={locale}
              onChange={(event) => setLocale(event.target.value)}
              options={['en-US', 'pt-BR'].map((tag) => ({ value: tag, label: t(`language.${tag}`) }))}
            />
          </Field>
        </Card>
        {start && (
          <Card pad className="grid gap-4">
            <div>
              <h2 className="text-17">{t('communityNew.template')}</h2>
              <p className="text-13 text-text-2">{t('communityNew.template.help')}</p>
            </div>
            <RadioGroup
              cards
              label={t('communityNew.template')}
              value={template || 'blank'}
              onChange={setTemplate}
              options={start.records.map(({ id, name: title, description, icon }) => ({
                value: id,
                label: (
                  <span className="inline-flex items-center gap-2">
                    <Icon name={icon} size="sm" />
                    {title}
                  </span>
                ),
                text: description,
              }))}
            />
            {chosen && chosen.groups.length > 0 && (
              <p className="text-13 text-text-2">
                {t('communityNew.template.makes')}{' '}
                {chosen.groups.flatMap(({ spaces }) => spaces.map(({ name: space, emoji }) => `${emoji} ${space}`)).join(' · ')}
              </p>
            )}
          </Card>
        )}
        {start && (
          <Card pad className="grid gap-5">
            <div>
              <h2 className="text-17">{t('communityNew.questions')}</h2>
              <p className="text-13 text-text-2">{t('communityNew.questions.help')}</p>
            </div>
            {start.questions.map(({ key, options }) => (
              <fieldset key={key} className="grid gap-2">
                <legend className="mb-1 text-13 font-medium">{t(`question.${key}`)}</legend>
                <div className="flex flex-wrap gap-2">
                  {options.map((option) => (
                    <Chip
                      key={option}
                      pressed={answers[key] === option}
                      onClick={() => setAnswers(({ [key]: before, ...others }) => (before === option ? others : { ...others, [key]: option }))}
                    >
                      {t(`question.${key}.${option}`)}
                    </Chip>
                  ))}
                </div>
              </fieldset>
            ))}
          </Card>
        )}
        <Button type="submit" variant="primary" size="lg" className="justify-self-start" disabled={!name.trim() || !slug} loading={create.isPending || leaving}>
          {t('communityNew.action')}
        </Button>
      </Form>
    </Screen>
  )
}
