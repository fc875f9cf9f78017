/** Starts a community: a name, and the address that follows from it. */
import { useState } from 'react'
import { Button, Card, Field, Form, Input, PageHeader, Screen, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { createCommunity, switchers } from '../api.ts'
import { slugOf } from './slug.ts'

export default function New() {
  const t = useT()
  const [name, setName] = useState('')
  const [ownSlug, setOwnSlug] = useState<string | null>(null)
  const [leaving, setLeaving] = useState(false)
  const slug = ownSlug ?? slugOf(name)
  const create = useWrite(createCommunity, { invalidates: [switchers] })
  const errors = useFieldErrors(create.error)

  async function submit() {
    const { url } = await create.mutateAsync({ body: { name: name.trim(), slug } })
    setLeaving(true)
    location.assign(url)
  }

  return (
    <Screen name="communities/New" title={t('communityNew.title')}>
      <PageHeader title={t('communityNew.title')} text={t('communityNew.text')} back={{ to: '/communities', label: t('communities.title') }} />
      <Card pad>
        <Form onSubmit={submit} error={create.error}>
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
          <Button
            type="submit"
            variant="primary"
            size="lg"
            className="justify-self-start"
            disabled={!name.trim() || !slug}
            loading={create.isPending || leaving}
          >
            {t('communityNew.action')}
          </Button>
        </Form>
      </Card>
    </Screen>
  )
}
