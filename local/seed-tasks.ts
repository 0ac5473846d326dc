import type { TaskForm } from '../domain/task.ts'

/** A demo task. `by` is the index of its poster among the demo users; `days` is the time to its deadline. */
export type SeedTask = Omit<TaskForm, 'deadline'> & { by: number; days: number }

type Terms = [
  by: number,
  category: SeedTask['category'],
  submissionType: SeedTask['submissionType'],
  reward: number,
  maxCompletions: number,
  estimatedTime: number,
  days: number,
  reviewDays?: number,
]

const rows: [terms: Terms, title: string, description: string, requirements: string][] = [
  [
    [8, 'Research', 'text', 40, 8, 20, 21],
    'Is the ramp at your library usable?',
    'We are making a map of libraries that a wheelchair user can really enter alone. Visit the one nearest to you and tell us how the entrance works in practice.',
    'Name and town of the library. Door: automatic, button or pushed? Ramp: about how steep, is there a rail? Anything in the way on the day you went.',
  ],
  [
    [0, 'Content', 'text', 25, 10, 15, 14],
    'Describe your grandmother’s bread',
    'I am collecting the breads that people grew up with for a small printed book. Tell me about one: what went in, what it was for, what the kitchen smelled like.',
    'At least 120 words, your own memory. Say where it was. You will be named in the book if you sign.',
  ],
  [
    [1, 'Testing', 'link', 60, 5, 30, 10],
    'Book a bike service and tell me where it hurts',
    'Our new booking page goes live next month. Make a test booking on your phone for a puncture repair and record what confused you.',
    'A public link to a screen recording or to a document with screenshots. Mention your phone and browser. No real payment is made.',
  ],
  [
    [4, 'Translation', 'text', 80, 3, 45, 12],
    'Translate our leaflet into Portuguese',
    'One page, 310 words: how to register with a doctor as a newcomer. Plain language; the readers are often tired and worried.',
    'Native or near-native Portuguese (say which variety). Keep the headings. No machine translation left unedited.',
  ],
  [
    [6, 'Translation', 'text', 80, 3, 45, 12],
    'Translate our leaflet into Tigrinya',
    'The same leaflet on registering with a doctor, for our Eritrean patients. The English text is here: https://leaflets.example/register',
    'Native Tigrinya. Write in Ge’ez script. Keep phone numbers as they are.',
  ],
  [
    [5, 'Social Media', 'link', 15, 40, 5, 9],
    'Share the Sunday walk on your street’s page',
    'A free guided walk along the old tram line, this Sunday at ten. Share it where your neighbours will see it.',
    'A public link to your post. One sentence of your own about why to come. No mass posting.',
  ],
  [
    [2, 'Content', 'text', 35, 12, 25, 28],
    'Review a novel by a West African writer',
    'For our reading circle’s newsletter. Any decade, any publisher, but you must have finished it.',
    '150 to 300 words. Say who you would give it to and who would hate it. No plot summaries beyond the first chapters.',
  ],
  [
    [8, 'Research', 'link', 50, 20, 30, 30],
    'Photograph the benches in your park',
    'We map public benches so that people who need to sit can plan a walk. Walk one park and count.',
    'A link to an album or a map with at least six benches. For each: does it have a back, armrests, shade?',
  ],
  [
    [9, 'Design', 'link', 220, 2, 180, 18],
    'Draw a cover for a book of river poems',
    'A chapbook of 24 poems about one river. Two colours, risograph printed. We want it quiet and a little strange.',
    'A link to a PDF or PNG at A5. Ink on paper is welcome. The press gets the right to print 300 copies; you keep everything else.',
  ],
  [
    [10, 'Development', 'link', 400, 1, 240, 25],
    'A script that renames my rushes by their slate',
    'I have 900 clips with a slate in the first two seconds, and the numbers read out loud. Rename the files by scene and take.',
    'A link to a public repository with a script that runs on a laptop without a graphics card. A readme a film student can follow.',
  ],
  [
    [11, 'Research', 'mixed', 30, 15, 20, 20],
    'Count bees on lavender for ten minutes',
    'Sit beside any lavender in the sun, and count the visits of bumblebees and honeybees separately.',
    'Date, hour, town, weather, both counts. Text is enough; a link to a photo helps.',
  ],
  [
    [7, 'Testing', 'text', 45, 6, 60, 16],
    'Knit a swatch from my draft pattern',
    'A mitten cuff in four-ply. I need to know where the written instructions are wrong before I publish.',
    'Your gauge, needle size, and the row where you first had to guess. Be blunt.',
  ],
  [
    [3, 'Marketing', 'text', 30, 6, 15, 8],
    'Name our new oat biscuit',
    'Salted, thin, breaks with a snap. It will be sold beside the till for people who are waiting.',
    'Three names and one line each on why. No puns on the word oat.',
  ],
  [
    [4, 'Content', 'text', 55, 4, 40, 15],
    'Write the Hindi voice lines for a bus stop',
    'Twelve short announcements that a screen reader will speak at bus stops. They must be understood at once, in noise.',
    'Devanagari and transliteration. No line longer than nine words.',
  ],
  [
    [5, 'Research', 'text', 20, 30, 10, 11],
    'Which crossing near you is too short?',
    'Stand at a pedestrian light, walk at the pace of an old person, and see whether you get across.',
    'The two streets, the seconds of green, and how far you got.',
  ],
  [
    [8, 'Development', 'link', 350, 2, 200, 22],
    'Turn our bench list into a GeoJSON feed',
    'We keep a spreadsheet of 1,400 benches. Make a small script that publishes it as GeoJSON every night.',
    'A link to the repository. Tests that run with one command. Bad rows must be reported, not dropped.',
  ],
  [
    [6, 'Testing', 'text', 35, 8, 20, 13],
    'Call our new phone menu and get lost',
    'Ring the test line (0800 555 0142), try to cancel an appointment, and write down each step until a person would have answered.',
    'Every option you heard, in order. Where you gave up, if you did.',
  ],
  [
    [9, 'Content', 'text', 70, 3, 60, 26],
    'Proofread sixteen pages of poems',
    'Fresh eyes for line breaks, stray spaces and the difference between a dash and a hyphen.',
    'A list: page, line, what is there, what should be. Experience with verse, please.',
  ],
  [
    [1, 'Social Media', 'link', 12, 50, 5, 7],
    'Post a picture of your oldest working bike',
    'For our anniversary we want to see what is still on the road. Rust is welcome.',
    'A public link. The year if you know it. Tag nobody who has not agreed.',
  ],
  [
    [10, 'Other', 'link', 90, 4, 50, 19],
    'Record two minutes of your city before dawn',
    'Room tone for a short film that takes place between four and five in the morning. Trams, birds, a fridge, rain.',
    'A link to an uncompressed stereo file. No talking, no music. Say where and when.',
  ],
  [
    [7, 'Content', 'mixed', 28, 10, 15, 23],
    'Show how your family darns a sock',
    'I am writing about mending traditions. Everyone’s darn is a little different, and nobody writes them down.',
    'Describe it step by step, or link a short video. Who taught you?',
  ],
  [
    [2, 'Other', 'text', 18, 25, 10, 17],
    'Tell us the book you lied about reading',
    'An anonymous column for the newsletter. Be kind to your younger self.',
    'Up to 100 words. Title, occasion, consequences.',
  ],
  [
    [0, 'Testing', 'text', 50, 5, 120, 12],
    'Bake my rye loaf and report the crumb',
    '500 g rye, 450 g water, 10 g salt, a spoon of starter; 24 hours in one pot, no kneading, an hour at 220 °C. I need it to work in ordinary ovens.',
    'Oven type, real temperature if you can measure it, minutes, and what the inside looked like. Flour brand, please.',
  ],
  [
    [11, 'Design', 'link', 120, 3, 90, 24],
    'A sign that says “do not mow” kindly',
    'For verges where we let clover grow. It has to survive weather and be understood by people in a hurry.',
    'A vector file behind a link. Readable from five metres. One drawing, at most seven words.',
  ],
  [
    [3, 'Marketing', 'link', 65, 4, 45, 10, 1],
    'Photograph our window at night',
    'The café window is lit until eleven. We would like it seen by someone who walks by, not by us.',
    'A link to three pictures. No people who could be recognised. We may use them with your name.',
  ],
  [
    [8, 'Translation', 'text', 60, 4, 35, 29],
    'Bench survey questions in Arabic',
    'Nine short questions for walkers. Formal but warm.',
    'Modern Standard Arabic, right-to-left text. Tell us which word you chose for “armrest” and why.',
  ],
  [
    [5, 'Development', 'text', 150, 2, 90, 20],
    'Explain why our map is slow on old phones',
    'It takes eleven seconds on a phone from 2017. Measure it and tell us the three things that would help most.',
    'Numbers before opinions. Say how you measured, so that we can do it again.',
  ],
  [
    [4, 'Research', 'link', 75, 6, 60, 27],
    'Find bilingual children’s books in your shop',
    'A list of picture books in two languages that one can actually buy near you, for our school’s shelf.',
    'A link to a sheet: title, languages, age, price, shop. At least eight.',
  ],
  [
    [6, 'Content', 'text', 40, 5, 30, 14],
    'Explain a blood test to a ten-year-old',
    'For the wall of our children’s waiting room. True, short and not frightening.',
    'Under 90 words. No needles in the first sentence.',
  ],
  [
    [9, 'Marketing', 'text', 45, 4, 30, 16],
    'Twenty bookshops that like small presses',
    'We deliver by train and like to talk. Which shops near you would put a chapbook on the counter?',
    'Name, town, the person to ask for, and one sentence on why them.',
  ],
  [
    [10, 'Testing', 'link', 55, 5, 25, 9],
    'Watch a rough cut and stop when bored',
    'Nineteen minutes. I need the exact second at which you reached for your phone.',
    'A link to your notes with timecodes. Headphones, please. Do not share the film.',
  ],
  [
    [7, 'Other', 'text', 22, 15, 10, 30],
    'What did your school teach about sewing?',
    'Country, decade, boys or girls or both, and whether you can still do it.',
    'Five sentences or more. Your age group is enough, no names.',
  ],
  [
    [1, 'Content', 'text', 33, 6, 20, 18],
    'Write down how you fix a puncture on the road',
    'For a card that fits under a saddle. Real tricks, no shop talk.',
    'Numbered steps, at most ten. Say what you carry.',
  ],
  [
    [11, 'Research', 'text', 26, 20, 15, 25],
    'What flowers in your street in November?',
    'We are looking for late food for bees. Gardens, cracks, balconies: all count.',
    'Three plants at least, with the town. Common names are fine.',
  ],
]

export const seedTasks: SeedTask[] = rows.map(([terms, title, description, requirements]) => {
  const [by, category, submissionType, reward, maxCompletions, estimatedTime, days, reviewDays] = terms
  return {
    by,
    category,
    submissionType,
    reward,
    maxCompletions,
    estimatedTime,
    days,
    ...(reviewDays && { reviewDays }),
    title,
    description,
    requirements,
  }
})
