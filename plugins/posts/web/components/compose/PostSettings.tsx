/** What a post has besides its words: cover, topics, who may answer, how it is found. */
import { Checkbox, Field, FilePicker, Input, Select, Textarea, useT } from '@atrium/sdk/web'
import type { WritingRules } from '../rulesFor.ts'
import type { PostForm } from './usePostForm.ts'

export interface PostSettingsProps {
  form: PostForm
  manages: boolean
  rules: WritingRules
}
export function PostSettings({ form, manages, rules }: PostSettingsProps) {
  const t = useT()
  const { values, set, errors } = form
  const covers = !rules.noCovers
  const settings = !rules.hidePostSettings
  const offered = form.topics.filter((topic) => values.topics.includes(topic.id) || manages || !topic.admin_only)
  const topicProblem = errors['post.topics']
  return (
    <>
      {offered.length > 0 && (
        <fieldset className="rounded-card border border-border bg-surface p-4">
          <legend className="sr-only">{t('card.topics')}</legend>
          <p aria-hidden="true" className="mb-2 text-13 font-medium">
            {t('card.topics')}
            {rules.topicNeeded && <span className="text-text-3"> · {t('compose.topic_required')}</span>}
          </p>
          <div className="flex flex-wrap gap-x-5 gap-y-2">
            {offered.map((topic) => (
              <Checkbox
                key={topic.id}
                label={topic.name}
                checked={values.topics.includes(topic.id)}
                onChange={(on) => set({ topics: on ? [...values.topics, topic.id] : values.topics.filter((id) => id !== topic.id) })}
              />
            ))}
          </div>
          {topicProblem && (
            <p role="alert" className="mt-2 text-13 text-danger">
              {topicProblem}
            </p>
          )}
        </fieldset>
      )}
      {(covers || settings) && (
        <details className="rounded-card border border-border bg-surface">
          <summary className="cursor-pointer px-4 py-3 text-13 font-medium">{t('compose.settings')}</summary>
          <div className="grid gap-5 border-t border-border p-4">
            {covers && (
              <FilePicker accept="image/*" label={t('compose.cover')} progress={form.uploading ?? undefined} onFile={(file) => void form.uploadCover(file)} />
            )}
            {settings && (
              <>
                <div className="grid gap-4 sm:grid-cols-2">
                  <Field label={t('compose.comments')}>
                    <Select
                      value={values.comments}
                      options={(['open', 'closed', 'off'] as const).map((value) => ({ value, label: t(`compose.comments_${value}`) }))}
                      onChange={(event) => set({ comments: event.target.value as typeof values.comments })}
                    />
                  </Field>
                </div>
                <div className="grid gap-2.5">
                  <Checkbox label={t('compose.likes')} checked={values.likes} onChange={(likes) => set({ likes })} />
                  <Checkbox label={t('compose.hide_meta')} checked={values.hideMeta} onChange={(hideMeta) => set({ hideMeta })} />
                  <Checkbox label={t('compose.whole')} checked={values.whole} onChange={(whole) => set({ whole })} />
                  {!form.live && <Checkbox label={t('compose.quiet')} checked={values.quiet} onChange={(quiet) => set({ quiet })} />}
                  {manages && <Checkbox label={t('compose.hide_featured')} checked={values.hideFeatured} onChange={(hideFeatured) => set({ hideFeatured })} />}
                </div>
                <Field label={t('compose.meta_title')} help={t('compose.meta_help')} error={errors['post.meta_title']}>
                  <Input value={values.seo.meta_title} maxLength={120} onChange={(event) => set({ seo: { ...values.seo, meta_title: event.target.value } })} />
                </Field>
                <Field label={t('compose.meta_description')}>
                  <Input
                    value={values.seo.meta_description}
                    maxLength={300}
                    onChange={(event) => set({ seo: { ...values.seo, meta_description: event.target.value } })}
                  />
                </Field>
                {manages && (
                  <Field label={t('compose.html')} help={t('compose.html_help')}>
                    <Textarea
                      value={values.html}
                      maxLength={100_000}
                      rows={3}
                      spellCheck={false}
                      className="font-mono text-13!"
                      onChange={(event) => set({ html: event.target.value })}
                    />
                  </Field>
                )}
              </>
            )}
          </div>
        </details>
      )}
    </>
  )
}
