import { activityIdForFileSport } from '@waymark/activities';

const GENERIC = 1;

/**
 * Names of activities as other services write them in the languages of their tables, by FIT's sport and sub-sport:
 * English where the catalogue does not know the word, then de, fr, es, it, pt, nl, pl, sv, da, nb, fi, cs, tr, id.
 */
const NAMES: Readonly<Record<string, string>> = {
  running:
    'lauf, laufen, joggen, course à pied, course, carrera, correr, corsa, corrida, hardlopen, hardloopsessie, loop, bieg, bieganie, löpning, löptur, løb, løbetur, løp, løpetur, løping, juoksu, běh, koşu, lari',
  'running/trail':
    'traillauf, trail, course trail, carrera de montaña, carrera de trail, corsa trail, corrida em trilha, corrida trail, trailrunnen, trailrun, bieg terenowy, traillöpning, traillöb, trailløb, terrengløp, polkujuoksu, trailový běh, patika koşusu, lari trail',
  'running/virtual_activity':
    'virtueller lauf, course virtuelle, course à pied virtuelle, carrera virtual, corsa virtuale, corrida virtual, virtuele hardloopsessie, virtueel hardlopen, bieg wirtualny, virtuell löpning, virtuel løbetur, virtuell løpetur, virtuaalijuoksu, virtuální běh, sanal koşu, lari virtual',
  cycling:
    'radfahrt, radfahren, fahrrad, rad, rennrad, fahrt, velo, vélo, sortie vélo, sortie à vélo, cyclisme, bicicleta, ciclismo, salida en bici, salida en bicicleta, vuelta ciclista, bici, giro in bici, uscita in bici, attività ciclistica, pedalada, volta de bicicleta, fietsrit, fietsen, rit, rower, jazda na rowerze, przejażdżka, przejażdżka rowerowa, cykling, cykeltur, sykling, sykkeltur, pyöräily, jízda, jízda na kole, cyklistika, sürüş, bisiklet, bisiklet sürüşü, bersepeda',
  'cycling/virtual_activity':
    'virtuelle radfahrt, vélo virtuel, sortie vélo virtuelle, sortie à vélo virtuelle, bicicleta virtual, ciclismo virtual, salida virtual en bicicleta, giro virtuale, pedalada virtual, virtuele rit, virtuele fietsrit, jazda wirtualna, virtuell cykling, virtuel cykeltur, virtuell sykkeltur, virtuaalipyöräily, virtuální jízda, sanal sürüş, bersepeda virtual',
  'cycling/mountain':
    'mountainbike, mountainbike fahrt, mountainbike-fahrt, vtt, sortie vtt, bicicleta de montaña, ciclismo de montaña, mountain biking, uscita in mountain bike, pedalada de mountain bike, btt, mountainbikerit, mountainbiken, rower górski, kolarstwo górskie, mountainbikecykling, terrengsykling, maastopyöräily, jízda na horském kole, dağ bisikleti, bersepeda gunung',
  'cycling/gravel_cycling':
    'gravelfahrt, gravel-fahrt, gravel bike fahrt, gravel, vélo gravel, sortie gravel, ciclismo gravel, giro gravel, pedalada gravel, gravelrit, jazda gravelowa, gravelcykling, grusväg, gravelsykling, gravel-pyöräily, soratiepyöräily, gravel jízda',
  e_biking:
    'e-bike-fahrt, e-bike fahrt, e-bike, ebike, vélo électrique, sortie en vélo électrique, sortie à vélo électrique, bicicleta eléctrica, bici eléctrica, bici elettrica, e-bike giro, giro in e-bike, pedalada de bicicleta elétrica, bicicleta elétrica, e-bikerit, e-bike rit, rower elektryczny, elcykel, elcykling, elsykkel, elsykling, sähköpyöräily, jízda na elektrokole, e-bisiklet sürüşü',
  'cycling/e_bike_mountain': 'e-mountain bike ride, e-mountainbike-fahrt, vtt électrique, e-mountainbikerit',
  'cycling/hand_cycling': 'handcycle, handbike, handcyclen, handcycling',
  walking:
    'spaziergang, gehen, spazieren, marche, caminata, caminar, paseo, camminata, passeggiata, caminhada, wandeling, wandelen, spacer, marsz, chodzenie, promenad, gång, gåtur, gå, spasertur, kävely, chůze, procházka, yürüyüş, jalan kaki, jalan',
  hiking:
    'wanderung, wandern, randonnée, randonnée pédestre, senderismo, excursión, excursionismo, escursione, escursionismo, trilha, hiken, trektocht, bergwandeling, wędrówka, piesza wędrówka, wycieczka piesza, vandring, vandretur, fottur, vaellus, patikointi, pěší turistika, turistika, túra, doğa yürüyüşü, mendaki, hiking',
  swimming:
    'schwimmen, natation, nage, natación, nadar, nuoto, nuotata, natação, zwemmen, zwemsessie, pływanie, simning, svømning, svømmetur, svømming, uinti, plavání, yüzme, renang, berenang',
  alpine_skiing:
    'ski alpin, alpinski, skifahren, skifahrt, ski, ski de piste, esquí alpino, esquí, sci alpino, sci, esqui alpino, esqui, alpineskiën, alpine skiën, skiën, narciarstwo alpejskie, narty, utförsåkning, alpin skidåkning, slalom, alpint skiløb, alpint, alpin skikjøring, laskettelu, alppihiihto, sjezdové lyžování, lyžování, alp kayağı, kayak alpin, ski alpen',
  'alpine_skiing/backcountry':
    'skitour, skitouren, backcountry ski, ski de randonnée, ski hors piste, esquí de travesía, esquí de montaña, sci alpinismo, scialpinismo, sci fuori pista, esqui de montanha, toerskiën, skitury, skialpinizm, topptur, toppturskidåkning, randonnéeskidåkning, vapaalasku, skialpinismus',
  cross_country_skiing:
    'langlauf, skilanglauf, ski nordisch, nordic ski, ski de fond, ski nordique, esquí de fondo, esquí nórdico, sci di fondo, sci nordico, esqui de fundo, esqui nórdico, esqui cross-country, langlaufen, noords skiën, narciarstwo biegowe, biegówki, längdskidåkning, längdskidor, langrend, langrenn, hiihto, murtomaahiihto, maastohiihto, běžecké lyžování, běžky, kros kayağı',
  'cross_country_skiing/skate_skiing':
    'roller ski, rollski, ski à roulettes, skiroll, rolski, rulleski, rullskidor',
  snowboarding: 'snowboarden, snowboard fahren, planche à neige, snowboardåkning, lumilautailu, snowboarding',
  snowshoeing:
    'schneeschuhwandern, schneeschuhwanderung, schneeschuh, raquettes, raquette, raquettes à neige, raquetas de nieve, ciaspolata, ciaspole, racchette da neve, raquetes de neve, sneeuwschoenwandelen, rakiety śnieżne, snöskor, snesko, truger, lumikenkäily, sněžnice',
  ice_skating:
    'eislauf, eislaufen, schlittschuhlaufen, patinage, patin à glace, patinage sur glace, patinaje sobre hielo, patinaje en hielo, pattinaggio su ghiaccio, patinação no gelo, schaatsen, schaats, łyżwiarstwo, łyżwy, skridskoåkning, skridsko, skøjteløb, skøyter, skøyteløp, luistelu, bruslení, buz pateni',
  inline_skating:
    'inlineskaten, inline-skaten, inlineskating, inline skating, roller, patinage à roues alignées, patinaje en línea, patines en línea, pattinaggio in linea, patins em linha, patinação inline, skeeleren, rolki, jazda na rolkach, inlines, rullaluistelu, in-line bruslení, paten',
  rowing:
    'rudern, aviron, remo, canottaggio, roeien, wioślarstwo, rodd, roning, soutu, veslování, kürek, mendayung',
  kayaking: 'kajak, kajakfahren, kajakfahrt, kayak, kajakken, kajakarstwo, melonta, kajakpaddling, kajakk',
  paddling:
    'kanu, kanufahren, kanufahrt, canoe, canoë, canoé, piragüismo, piragua, canoa, canoagem, kano, kanoën, kanovaren, kanot, kanotpaddling, kano roning, kano padling',
  stand_up_paddleboarding:
    'stand-up-paddling, stand up paddle, stand-up paddle, sup, stand up paddle boarding, stand-up paddleboarding, suppen',
  surfing: 'surfen, surf, surfowanie, surfing, surffaus',
  windsurfing: 'windsurf, windsurfen, planche à voile',
  kitesurfing: 'kitesurf, kitesurfen, kite surf',
  sailing:
    'segeln, voile, vela, navegación a vela, zeilen, żeglarstwo, segling, sejlads, seiling, purjehdus, plachtění',
  rock_climbing:
    'rock climb, klettern, kletterei, escalade, escalada, escalada en roca, arrampicata, escalada em rocha, klimmen, rotsklimmen, wspinaczka, klättring, klatring, kiipeily, lezení, tırmanış, panjat tebing',
  'training/strength_training':
    'krafttraining, gewichtstraining, gewichttraining, musculation, entraînement aux poids, entrenamiento con pesas, entrenamiento de fuerza, pesas, pesi, allenamento con i pesi, allenamento pesi, musculação, treinamento com peso, treino com pesos, krachttraining, trening siłowy, styrketräning, styrketræning, styrketrening, voimaharjoittelu, silový trénink, posilování, ağırlık antrenmanı, latihan beban',
  'training/cardio_training': 'crossfit',
  'training/hiit': 'high intensity interval training',
  'fitness_equipment/elliptical':
    'elliptical, ellipsentrainer, crosstrainer, vélo elliptique, elliptique, elíptica, ellittica, elíptico, orbitrek, crosstrainer sessie',
  'fitness_equipment/stair_climbing':
    'stair stepper, stair-stepper, stepper, simulateur d’escalier, escaladora, simulador de escada, traplopen',
  'training/pilates': 'pilates',
  'training/yoga': 'yoga, joga, jóga, jooga',
  soccer:
    'fußball, fussball, calcio, fútbol, futbol, futebol, voetbal, piłka nożna, fotboll, fodbold, fotball, jalkapallo',
  tennis: 'tenis, tênis, ténis',
  'racket/badminton': 'badminton, bádminton, sulkapallo',
  'racket/table_tennis':
    'table tennis, tischtennis, tennis de table, tenis de mesa, ping pong, tafeltennis, tenis stołowy',
  'racket/squash': 'squash',
  'racket/pickleball': 'pickleball',
  'racket/padel': 'padel, pádel',
  'racket/racquetball': 'racquetball',
  wheelchair_push_run: 'wheelchair, rollstuhl, fauteuil roulant, silla de ruedas, rolstoel',
};

const normalizeName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

let cache: Map<string, string> | null = null;

/** Sports by name in any of the languages; ambiguous names are left out. */
function sportsByName(): Map<string, string> {
  if (cache) return cache;
  cache = new Map();
  const ambiguous = new Set<string>();
  for (const [sport, names] of Object.entries(NAMES)) {
    for (const name of names.split(', ').map(normalizeName)) {
      if ((cache.get(name) ?? sport) !== sport) ambiguous.add(name);
      cache.set(name, sport);
    }
  }
  for (const name of ambiguous) cache.delete(name);
  return cache;
}

function findSport(name: string): string | undefined {
  const whole = sportsByName().get(name);
  if (whole) return whole;
  // A name of several words, such as "Virtueller Abendlauf", is found by its only known word.
  const found = new Set(name.split(' ').flatMap((word) => sportsByName().get(word) ?? []));
  return found.size === 1 ? [...found][0] : undefined;
}

/** The activity that another service's table names, in any of its languages; null when it names none that is known. */
export function findActivityByName(name: string): number | null {
  const english = activityIdForFileSport({ format: 'tcx', sport: name });
  if (english !== GENERIC) return english;
  const [sport = null, subSport = null] = findSport(normalizeName(name))?.split('/') ?? [];
  const id = activityIdForFileSport({ format: 'tcx', sport, subSport });
  return id === GENERIC ? null : id;
}
