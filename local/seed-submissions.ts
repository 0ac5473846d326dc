import type { ReportReason } from '../domain/report-reasons.ts'

/** A demo submission. `to` is the beginning of the title of its task, `by` the index of its doer among the demo users. */
export interface SeedSubmission {
  to: string
  by: number
  proofText?: string
  proofLink?: string
  notes?: string
  verdict?: { status: 'approved' | 'rejected'; feedback?: string }
  /** The doer's appeal against the rejection; `proofText` is the corrected proof. */
  appeal?: { message: string; proofText: string }
  /** The poster's report of this proof. */
  report?: { reason: ReportReason; words: string }
}

const approved = (feedback?: string) => ({ status: 'approved' as const, ...(feedback && { feedback }) })
const rejected = (feedback: string) => ({ status: 'rejected' as const, feedback })

export const seedSubmissions: SeedSubmission[] = [
  {
    to: 'Is the ramp',
    by: 5,
    proofText:
      'Stadtteilbibliothek am Markt, Kassel. Push button, works, but it is behind the book return. Ramp about 6 %, rail on the left only. A delivery bike stood across the foot of it on Tuesday.',
    verdict: approved('Exactly what we need, thank you.'),
  },
  {
    to: 'Is the ramp',
    by: 2,
    proofText: 'Central library, Enugu. Two steps and no ramp at all; the guard offers to carry people.',
    notes: 'I can go back for the side entrance if that counts.',
    verdict: approved(),
  },
  {
    to: 'Is the ramp',
    by: 7,
    proofText: 'It is fine.',
    verdict: rejected(
      'Please say how the door opens and how steep the ramp is, so that someone can rely on it.',
    ),
    appeal: {
      message:
        'It was short because there is nothing wrong with it. I went back and wrote down what you ask.',
      proofText:
        'Main library, Bergen. Automatic door, 110 cm wide. Ramp about 4 %, rails on both sides, dry and lit. Nothing in the way on Friday at noon.',
    },
  },
  {
    to: 'Is the ramp',
    by: 10,
    proofText:
      'Biblioteca de Alcântara, Lisbon. Automatic door, ramp with two rails, about 5 %. Nothing in the way on a Saturday morning.',
  },
  {
    to: 'Describe your grandmother',
    by: 4,
    proofText:
      'Thalipeeth, on the black tawa. She mixed whatever flour was left: jowar, bajra, a little gram, and patted it out with wet fingers so that you could read them in the crust. A hole in the middle for the oil. It was for days when nobody had gone to the market. The kitchen smelled of coriander and of the iron itself. She never measured and never wrote it down, and I have been four grams of salt away from it for twenty years. Ratnagiri, 1989.',
    verdict: approved('This opens the book.'),
  },
  {
    to: 'Describe your grandmother',
    by: 8,
    proofText:
      'Tannour bread in Douma, slapped against the wall of the oven with a cushion so old that it was mostly repair. We children carried it home on our heads, still folding, and were allowed to eat the one that tore. My grandmother tore one every week and blamed the oven. It smelled of smoke and sesame, and a little of her sleeves.',
  },
  {
    to: 'Share the Sunday walk',
    by: 11,
    proofLink: 'https://neighbours.example/posts/4821',
    verdict: approved(),
  },
  {
    to: 'Share the Sunday walk',
    by: 3,
    proofLink: 'https://social.example/@harbourcafe/112',
    verdict: approved(),
  },
  { to: 'Share the Sunday walk', by: 0, proofLink: 'https://neighbours.example/posts/4977' },
  {
    to: 'Review a novel',
    by: 9,
    proofText:
      'Ama Ata Aidoo, Our Sister Killjoy. Give it to anyone who has packed a suitcase for a country that had already decided what they were. It argues with its reader in the margins, in verse, and it is funnier than its reputation. Those who want to be reassured will hate it, and it would be sorry about that for perhaps a line.',
    notes: 'A little over 50 words short of your upper limit; happy to grow it.',
    verdict: rejected('Lovely, but it is under 150 words. The newsletter needs a full column.'),
  },
  {
    to: 'Count bees on lavender',
    by: 5,
    proofText:
      '3 November, 13:10, Kassel, 14 °C and sunny. 6 bumblebees, 2 honeybees. The lavender is almost over.',
    verdict: approved(),
  },
  {
    to: 'Count bees on lavender',
    by: 6,
    proofText:
      '5 November, noon, surgery front garden, 11 °C. 1 bumblebee, no honeybees, one hopeful patient.',
    verdict: approved('One counts.'),
  },
  {
    to: 'Name our new oat',
    by: 9,
    proofText:
      'Snapline: it says what it does. Till Thin: where you meet it. Harbour Salt: what you remember.',
    verdict: approved('Till Thin it is.'),
  },
  {
    to: 'Name our new oat',
    by: 10,
    proofText: 'Crisp. Crispy. Crispo.',
    report: { reason: 'copied', words: 'These are the names of three biscuits in every supermarket here.' },
  },
  {
    to: 'Which crossing',
    by: 2,
    proofText:
      'Ogui Road and Chime Avenue, 9 seconds of green. At an old person’s pace I was two thirds across.',
    verdict: approved(),
  },
  {
    to: 'Which crossing',
    by: 0,
    proofText: 'Avenida Almirante Reis and Rua Morais Soares, 14 seconds, just made it with a bag.',
    verdict: approved(),
  },
  {
    to: 'Photograph the benches',
    by: 11,
    proofLink: 'https://albums.example/bea/benches',
    notes: 'Nine benches. Only one has armrests, and it is wet.',
    verdict: approved('The wet one is now on the map as wet.'),
  },
  { to: 'Photograph the benches', by: 3, proofLink: 'https://albums.example/harbour/seats' },
  {
    to: 'Post a picture of your oldest',
    by: 7,
    proofLink: 'https://social.example/@hanne/77',
    notes: '1961, a gift from the postman.',
    verdict: approved('Beautiful chain guard.'),
  },
  { to: 'Post a picture of your oldest', by: 10, proofLink: 'https://social.example/@joao/1203' },
  {
    to: 'Tell us the book',
    by: 6,
    proofText:
      'Ulysses, at my own interview for medical school, to a man who had not read it either. We both got in.',
    verdict: approved(),
  },
  {
    to: 'Tell us the book',
    by: 1,
    proofText: 'Zen and the Art of Motorcycle Maintenance. Every customer gives it to me. I have five.',
    verdict: approved(),
  },
  {
    to: 'What did your school',
    by: 4,
    proofText:
      'India, 1990s. Girls sewed, boys made a shelf. I cannot sew and I have no shelf. I am fifty. My brother hems his own trousers, from videos.',
  },
  {
    to: 'What flowers',
    by: 7,
    proofText: 'Bergen: ivy on the school wall, one stubborn calendula, winter jasmine on a south balcony.',
    verdict: approved(),
  },
  {
    to: 'Write down how you fix',
    by: 5,
    proofText:
      '1 Curse. 2 Find the thorn before the hole: run a sock inside the tyre. 3 Patch, then wait two minutes longer than you want to. 4 Seat the valve first. I carry a sock.',
    verdict: approved('The sock made the card.'),
  },
  // All places of this task are taken.
  {
    to: 'Draw a cover',
    by: 6,
    proofLink: 'https://drawings.example/green-street/river-blue',
    notes: 'Two colours, as asked. The second one is the paper.',
  },
  { to: 'Draw a cover', by: 11, proofLink: 'https://drawings.example/bea/ink-and-reeds' },
  // These proofs are paid automatically after one day.
  { to: 'Photograph our window', by: 1, proofLink: 'https://albums.example/tom/window-at-eleven' },
  {
    to: 'Photograph our window',
    by: 0,
    proofLink: 'https://albums.example/marisol/rain-on-glass',
    notes: 'It rained. I think it helps.',
  },
  {
    to: 'Explain a blood test',
    by: 2,
    proofText:
      'Your blood carries messages around your body. We borrow a spoonful to read them, and your body writes a new spoonful by teatime.',
  },
]
