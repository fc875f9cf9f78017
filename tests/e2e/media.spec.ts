/** A video as people meet it: put into a post, watched while it is made ready, then as a stream with captions, and gone on with later. */
import { execFileSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { signIn } from './people.ts'
import { expect, test } from './test.ts'

const screen = (page: Page, name: string) => page.locator(`[data-screen="${name}"]`)
const player = (page: Page) => page.locator('[data-player="video"]')
const time = (page: Page) =>
  player(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.currentTime)

test('a clip in a post: made ready before one’s eyes, played as a stream with captions, resumed where one stopped', async ({ page }) => {
  const clip = path.join(os.tmpdir(), `clip-${process.pid}.mp4`)
  const make =
    '-v error -f lavfi -i testsrc2=size=1280x720:rate=25:duration=8 -f lavfi -i sine=frequency=330:duration=8 -c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -y'
  execFileSync('ffmpeg', [...make.split(' '), clip])
  await signIn(page)
  await page.goto('/c/show-and-tell/new')
  await page.getByLabel('Title', { exact: true }).fill(`A clip ${Date.now()}`)
  await page.locator('[contenteditable="true"]').click()
  await page.keyboard.type('Watch this.')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Video', exact: true }).click()
  await (await choosing).setFiles(clip)
  await expect(page.locator('[contenteditable="true"] video')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(screen(page, 'posts/Post')).toBeVisible()
  await expect(player(page)).toBeVisible()
  await expect(player(page).locator('[data-transcoding]')).toContainText(/Processing|Queued/)
  await expect(player(page).locator('[data-transcoding]')).toHaveCount(0, { timeout: 100_000 })
  const address = page.url()

  await page.goto('/settings/files')
  await page
    .locator('tbody')
    .getByRole('button', { name: path.basename(clip), exact: true })
    .click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('Processed: streams in several sizes')).toBeVisible()
  await expect(drawer.getByRole('link', { name: /A clip/ })).toBeVisible()
  await drawer.getByRole('button', { name: 'Automatic' }).click()
  await expect(page.getByText('Automatic transcripts aren’t available')).toBeVisible()
  await drawer.getByRole('button', { name: 'Write', exact: true }).click()
  await expect(screen(page, 'media/Transcript')).toBeVisible()
  await page.getByRole('button', { name: 'Add line' }).click()
  await page.getByLabel('Text', { exact: true }).fill('Spoken words')
  await page.getByLabel('End', { exact: true }).fill('0:07')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: /Notifications/ }).getByText('Saved')).toBeVisible()

  await page.goto(address)
  const segments = page.waitForResponse((reply) => /\/made\/\d+p\.mp4$/.test(new URL(reply.url()).pathname) && reply.status() === 206)
  await player(page).getByRole('button', { name: 'Play', exact: true }).first().click()
  await segments
  await expect.poll(() => time(page)).toBeGreaterThan(0.5)
  await page.keyboard.press('c')
  await expect(player(page).locator('[data-captions]')).toHaveText('Spoken words')
  await page.keyboard.press('>')
  await expect
    .poll(() =>
      player(page)
        .locator('video')
        .evaluate((video: HTMLVideoElement) => video.playbackRate),
    )
    .toBe(1.25)
  await player(page).getByRole('button', { name: 'Speed, quality and captions' }).click()
  await page.getByRole('menuitemcheckbox', { name: '360p' }).click()
  await expect.poll(() => time(page)).toBeGreaterThan(3)
  const told = page.waitForResponse((reply) => reply.url().endsWith('/internal_api/media_progress'))
  await player(page).locator('video').click()
  expect((await told).status()).toBe(200)
  const stopped = await time(page)

  await page.reload()
  await player(page).getByRole('button', { name: 'Play', exact: true }).first().click()
  await expect(player(page).getByText('Resumed at')).toBeVisible()
  await expect.poll(() => time(page)).toBeGreaterThan(stopped - 0.5)
  await player(page).getByRole('button', { name: 'Replay' }).click()
  await expect.poll(() => time(page)).toBeLessThan(stopped - 0.5)
})
