import { family } from './build.ts';

/** Classes and yoga, and what belongs to no sport: martial arts, dance, housework, play, rest and motor sport. */
export const others = [
  ...family(
    { base: 1700, parentId: 78 },
    `Hatha Yoga 2.5; Vinyasa Yoga 4; Ashtanga Yoga 4; Power Yoga 4; Hot Yoga 4.5; Yin Yoga 2
    Restorative Yoga 1.8; Iyengar Yoga 2.8; Kundalini Yoga 3; Bikram Yoga 4.5; Jivamukti Yoga 3.8
    Prenatal Yoga 2.5; Postnatal Yoga 2.5; Chair Yoga 2; Aerial Yoga 3.5; Acro Yoga 4; Sun Salutations 3.3
    Yoga Nidra 1.3; Pranayama 1.5; Partner Yoga 2.8; Yoga for Runners 2.8; Kids Yoga 2.5`,
  ),
  ...family(
    { base: 1750, parentId: 23 },
    `Pilates 3; HIIT 8; Aerobics 7.3; Step Aerobics 7.5; Low-Impact Aerobics 5; Water Aerobics 5.5
    Indoor Cycling Class 8.5; Boot Camp 8; Circuit Class 7.2; Barre 4; Zumba 6.5; Cardio Kickboxing 7.5
    Body Conditioning 5.5; Core Class 4; Strength Class 5; Kettlebell Class 8; Reformer Pilates 3.5
    Mat Pilates 3; Prenatal Pilates 2.5; Aqua Cycling 6.5; Rowing Class 8.5; Treadmill Class 9
    Trampoline Class 6.5; Hula Hoop Class 4; Pole Fitness 5; Aerial Fitness 5; Drum Fitness 5.5
    Senior Fitness 3; Chair Aerobics 3; Stroller Class 5.5; Balance Class 2.8; Mobility Class 2.5
    Back Care Class 2.8; Boxing Class 7.8; Barbell Class 5; Tabata Class 9; Dance Fitness 6.5; Jazzercise 6
    Sculpt Class 5; Suspension Class 6; Stair Class 8.5; Postnatal Class 3.5; Military Fitness 8
    Deep Water Aerobics 6.5; Gyrotonic 3; Cycle and Strength Class 7`,
  ),
  ...family(
    { base: 2600, parentId: 40 },
    `Boxing 9; Mixed Martial Arts 10; Karate 10; Judo 10.3; Taekwondo 10.3; Jiu-Jitsu 9; Brazilian Jiu-Jitsu 9
    Kickboxing 10; Muay Thai 10; Wrestling 6; Greco-Roman Wrestling 7; Sumo 7; Sambo 9; Aikido 6; Hapkido 8
    Kendo 8; Iaido 4; Kung Fu 8; Wing Chun 6; Wushu 8; Krav Maga 9; Capoeira 8; Savate 9; Silat 7; Eskrima 6.5
    Ninjutsu 7; Jeet Kune Do 7; Tang Soo Do 9; Kyudo 3.5; Naginata 6; Historical Fencing 6.5; Sanda 10
    Shadow Boxing 5.5; Heavy Bag Boxing 5.8; Boxing Sparring 7.8; Speed Bag 5; Pad Work 7
    Self-Defence Training 6.5`,
  ),
  ...family(
    { base: 2660, parentId: 46 },
    `Ballet 5; Jazz Dance 5; Tap Dance 4.8; Modern Dance 5; Contemporary Dance 5; Hip-Hop Dance 6.5
    Breakdance 8; House Dance 6; Street Dance 6; Krump 7.5; Salsa 5.5; Bachata 4.5; Merengue 5; Samba 6
    Rumba 3.5; Cha-Cha 4.5; Tango 3; Waltz 3; Viennese Waltz 5.5; Foxtrot 3; Quickstep 5.5; Jive 6.5
    Paso Doble 5; Swing Dance 5; Lindy Hop 6.5; Rock and Roll Dance 7; Boogie-Woogie 6; Line Dance 4.5
    Square Dance 5; Contra Dance 5.5; Folk Dance 5`,
  ),
  ...family(
    { base: 2700, parentId: 51 },
    `Stretching 2.3; Meditation 1.3; Tai Chi 3; Qigong 2.8; Foam Rolling 2; Breathing Exercises 1.3
    Mobility Routine 2.5; Feldenkrais 2; Alexander Technique 2; Body Scan 1.3; Physiotherapy Exercises 2.8
    Balance Exercises 2.8; Sauna 1.5; Ice Bath 2; Massage 1.3; Recovery Session 2; Myofascial Release 2
    Tensegrity 3; Pelvic Floor Exercises 2`,
  ),
  ...family(
    { base: 2730, parentId: 46 },
    `Irish Dance 7; Highland Dance 7; Morris Dance 6; Clogging 6; Polka 6; Flamenco 6; Belly Dance 4.5
    Bollywood Dance 6; Bhangra 8; Bharatanatyam 6; Kathak 6; Hula Dance 4; African Dance 7; Capoeira Dance 7
    Dancehall 6.5; Reggaeton 6; K-Pop Dance 6.5; Disco Dance 6; Pole Dance 5; Burlesque 4; Kizomba 3.5
    Zouk 4.5; West Coast Swing 4.5; Zydeco 5.5; Cueca 5; Greek Dance 5.5`,
  ),
  ...family(
    { base: 2800, parentId: 48 },
    `Gardening 3.8; Lawn Mowing 5; Raking Leaves 3.8; Digging 5; Weeding 3.5; Planting 4.3; Pruning 3.5
    Watering 1.5; Hedge Trimming 3.5; Composting 4; Shoveling Snow 6; Chopping Wood 6; Stacking Wood 5.5
    Sawing Wood 4.5; House Cleaning 3.3; Vacuuming 3.3; Mopping 3.5; Sweeping 3.3; Window Washing 3.2
    Scrubbing Floors 6.5; Washing Dishes 2.5; Cooking 2.5; Laundry 2.3; Ironing 1.8; Making Beds 3.3
    Car Washing 3.5; Painting Walls 3.3; Home Repair 4`,
  ),
  ...family(
    { base: 2850, parentId: 49 },
    `Playground 5.8; Tag 6; Hide and Seek 5; Hopscotch 5.8; Jump Rope Games 8; Hula Hoop 4
    Backyard Trampoline 4.5; Playing with Children 5.8; Playing with Pets 3; Catch 2.5; Juggling 4
    Hacky Sack 4; Pogo Stick 6; Stilt Walking 5.5; Treasure Hunt 3.5; Water Fight 5; Pool Games 5
    Active Video Game 3.8; Virtual Reality Game 4.5; Dance Game 6; Four Square 5; Capture the Flag 6.5`,
  ),
  ...family(
    { base: 2950, parentId: 47 },
    `Motorcycling 3.5; Motocross 6; Enduro Motorcycling 6; Go-Karting 3; Car Racing 4; Rally 4; Quad Biking 4
    Speedway 5; Motorcycle Trials 6; Drag Racing 3`,
  ),
];
