import { recentTime } from '../support/recent-time.ts'
import { newUser, postedTask } from '../support/shared-fixture.ts'

const proofText = 'A tram and a blackbird.'
const none = { proofLink: null, proofText: null, proofFileUrl: null }

describe('proofs', () => {
  test('A text proof is saved as pending with its notes, trimmed', async () => {
    const { task } = await postedTask()
    const doer = await newUser()
    const sent = { taskId: task.id, userId: doer.id, proofText: ` ${proofText}\n`, notes: ' Hi ' }
    const saved = await doer.call('POST /api/submissions', sent)
    expect(saved).toEqual({
      ...none,
      id: expect.stringMatching(/^\w{26}$/),
      taskId: task.id,
      userId: doer.id,
      proofText,
      notes: 'Hi',
      status: 'pending',
      reviewedBy: null,
      reviewNotes: null,
      reviewedAt: null,
      transactionHash: null,
      createdAt: recentTime,
      updatedAt: saved.createdAt,
      reviewBy: new Date(Date.parse(saved.createdAt) + 7 * 86_400_000).toISOString(),
      waitsFor: null,
      sameProof: 0,
      appealUntil: null,
      appeal: null,
    })
    const { username } = await doer.call('GET /api/user', {})
    const read = await doer.call('GET /api/submissions/{id}', { id: saved.id })
    expect(read).toEqual({ ...saved, submitterName: username, reviewerName: null })
  })

  test('A link proof is saved without the text that was sent with it', async () => {
    const { task } = await postedTask({ submissionType: 'link' })
    const proofLink = 'https://example.com/proof?of=work'
    const doer = await newUser()
    const saved = await doer.call('POST /api/submissions', { taskId: task.id, proofLink, proofText })
    expect(saved).toMatchObject({ ...none, proofLink })
  })

  test('A mixed task accepts one kind of proof or several', async () => {
    const { task } = await postedTask({ submissionType: 'mixed' })
    const proofLink = 'http://localhost:8080/x'
    const [one, two] = [await newUser(), await newUser()]
    expect(await one.call('POST /api/submissions', { taskId: task.id, proofLink })).toMatchObject({
      proofLink,
    })
    const both = await two.call('POST /api/submissions', { taskId: task.id, proofLink, proofText })
    expect(both).toMatchObject({ proofLink, proofText })
  })
})
