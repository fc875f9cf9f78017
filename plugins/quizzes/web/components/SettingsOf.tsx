/** How a quiz or an assignment goes. */
import { Button, Card, Field, Form, Input, Switch, Textarea, toast, useFieldErrors, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type OwnQuiz, type Settings } from '../../contract.ts'

const numberOr = (text: string) => (text.trim() === '' ? null : Number(text))
export function SettingsOf({ quiz, onSaved }: { quiz: OwnQuiz; onSaved: (quiz: OwnQuiz) => void }) {
  const t = useT()
  const isQuiz = quiz.kind === 'quiz'
  const [values, setValues] = useState({
    ...quiz,
    time: quiz.time_limit_seconds === null ? '' : String(quiz.time_limit_seconds / 60),
    tries: quiz.max_attempts === null ? '' : String(quiz.max_attempts),
    pick: quiz.pick_count === null ? '' : String(quiz.pick_count),
  })
  const save = useWrite(contract.routes.update, {
    onSuccess(reply) {
      onSaved(reply)
      toast.success(t('settings.saved'))
    },
  })
  const errors = useFieldErrors(save.error) as Record<string, string | undefined>
  const set = (changes: Partial<typeof values>) => setValues({ ...values, ...changes })
  const submit = () => {
    const minutes = numberOr(values.time)
    const body: Partial<Settings> = {
      description: values.description,
      passing_grade: Number(values.passing_grade),
      enforce_passing_grade: values.enforce_passing_grade,
      max_attempts: numberOr(values.tries),
      ...(isQuiz
        ? {
            hide_answers: values.hide_answers,
            tells_wrong: values.tells_wrong,
            is_shuffled: values.is_shuffled,
            time_limit_seconds: minutes === null ? null : Math.round(minutes * 60),
            pick_count: numberOr(values.pick),
          }
        : { takes_text: values.takes_text, takes_files: values.takes_files }),
    }
    return save.mutateAsync({ params: { quizId: quiz.id }, body: { quiz: body } })
  }
  const number = (key: 'time' | 'tries' | 'pick', name: string, most: number) => (
    <Field label={t(`settings.${key}`)} help={t(`settings.${key}.help`)} error={errors[`quiz.${name}`]}>
      <Input
        type="number"
        min={key === 'time' ? 0.5 : 1}
        max={most}
        step={key === 'time' ? 0.5 : 1}
        value={values[key]}
        onChange={(event) => set({ [key]: event.target.value })}
      />
    </Field>
  )
  return (
    <Card pad>
      <Form onSubmit={submit} error={save.error}>
        <Field label={t(isQuiz ? 'settings.description' : 'settings.task')} error={errors['quiz.description']}>
          <Textarea rows={isQuiz ? 3 : 8} maxLength={5_000} value={values.description} onChange={(event) => set({ description: event.target.value })} />
        </Field>
        <div className="grid gap-4 desk:grid-cols-2">
          <Field label={t('settings.passing')} error={errors['quiz.passing_grade']}>
            <Input type="number" min={0} max={100} value={values.passing_grade} onChange={(event) => set({ passing_grade: Number(event.target.value) })} />
          </Field>
          {number('tries', 'max_attempts', 100)}
          {isQuiz && number('time', 'time_limit_seconds', 1440)}
          {isQuiz && number('pick', 'pick_count', 500)}
        </div>
        <Switch label={t('settings.enforce')} checked={values.enforce_passing_grade} onChange={(enforce_passing_grade) => set({ enforce_passing_grade })} />
        {isQuiz ? (
          <>
            <Switch label={t('settings.hide')} checked={values.hide_answers} onChange={(hide_answers) => set({ hide_answers })} />
            {values.hide_answers && <Switch label={t('settings.wrong')} checked={values.tells_wrong} onChange={(tells_wrong) => set({ tells_wrong })} />}
            <Switch label={t('settings.shuffle')} checked={values.is_shuffled} onChange={(is_shuffled) => set({ is_shuffled })} />
          </>
        ) : (
          <>
            <Switch label={t('settings.text')} checked={values.takes_text} onChange={(takes_text) => set({ takes_text })} />
            <Switch label={t('settings.files')} checked={values.takes_files} onChange={(takes_files) => set({ takes_files })} />
          </>
        )}
        <div>
          <Button variant="primary" type="submit" loading={save.isPending}>
            {t('form.save')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
