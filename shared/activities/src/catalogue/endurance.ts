import { family } from './build.ts';

/** Running, riding, walking, hiking and swimming. */
export const endurance = [
  ...family(
    { base: 1000, parentId: 16 },
    `Trail Run 9; Track Run 10; Road Run 9.8; Easy Run 7; Long Run 9; Tempo Run 11; Interval Run 12
    Ultra Run 9; Obstacle Race 8.5; Fell Run 10.5; Cross-Country Run 9; Wheelchair Run 8; Jog 7; Run Commute 9
    Hill Repeats 12; Fartlek Run 10.5; Stair Run 15; Beach Run 10; Recovery Run 6.5; Stroller Run 8
    Run with Dog 8.3; Orienteering 9; Race 11.5; 5 km Race 12; 10 km Race 11.5; Half Marathon 11
    Marathon 10.5; Relay Run 11; Sprints 14; Barefoot Run 9.5`,
  ),
  ...family(
    { base: 1050, parentId: 25 },
    `Indoor Track Run 9.8; Virtual Run 9; Treadmill Hill Run 11; Treadmill Intervals 11.5
    Curved Treadmill Run 10.5; Anti-Gravity Treadmill Run 6.5; Deep Water Run 8.3`,
  ),
  ...family(
    { base: 1100, parentId: 11 },
    `Road Ride 8; Gravel Ride 8.5; Bike Commute 6.8; Cyclocross 10; Track Cycling 11; Time Trial 12
    Recumbent Ride 5.5; Tandem Ride 7; Handcycle Ride 6.5; Leisure Ride 4; Criterium 12; Road Race 11.5
    Group Ride 8; Hill Climb Ride 11; Bikepacking 7.5; Bike Touring 7; Fixed Gear Ride 8; Cargo Bike Ride 6.8
    Folding Bike Ride 6; Unicycle Ride 5; Tricycle Ride 4.5; Velomobile Ride 6; Kick Scooter Ride 5
    Randonneuring 7.5`,
  ),
  ...family(
    { base: 1150, parentId: 19 },
    `Downhill Mountain Bike 6.5; Enduro Mountain Bike 8.5; BMX 8.5; BMX Freestyle 7
    Cross-Country Mountain Bike 10; Fat Bike Ride 8.5; Dirt Jump 7; Bike Trials 7; Pump Track 8
    Mountain Bike Marathon 9; Snow Bike Ride 9`,
  ),
  ...family(
    { base: 1200, parentId: 453 },
    `Spin Bike Ride 8.5; Virtual Ride 7.5; Turbo Trainer Ride 7.5; Roller Ride 7.5; Stationary Recumbent Ride 5
    Air Bike Ride 9; Arm Ergometer 4; Under-Desk Bike 2.5`,
  ),
  ...family(
    { base: 1240, parentId: 634 },
    `E-Mountain Bike Ride 6; E-Bike Commute 4.5; E-Bike Touring 5; E-Cargo Bike Ride 4.5; E-Gravel Ride 5.5`,
  ),
  ...family(
    { base: 1300, parentId: 9 },
    `Casual Walk 3; Dog Walk 3; Walk Commute 3.8; Stroller Walk 4; Beach Walk 4.5; City Walk 3.3
    Wheelchair Walk 3.5; Walk with Children 3; Nature Walk 3.5; Mall Walk 3; Walk with Crutches 5
    Shopping Walk 2.3; Walk Carrying a Child 3.8; Bird Watching Walk 2.5; Guided Walk 3; Night Walk 3.3
    Walk with a Walker 2.5`,
  ),
  ...family(
    { base: 1350, parentId: 204 },
    `Treadmill Walk 4; Power Walk 5; Nordic Walk 5; Race Walk 6.5; Hill Walk 5.3; Stair Walk 6
    Interval Walk 4.5; Weighted Vest Walk 5.5; Indoor Track Walk 3.8; Treadmill Incline Walk 6; Water Walk 4.5
    Backward Walk 6`,
  ),
  ...family(
    { base: 1400, parentId: 24 },
    `Mountaineering 8; Day Hike 5.8; Summit Hike 7.5; Fastpacking 8; Forest Hike 5.3; Desert Hike 6
    Canyon Hike 6.3; Coastal Hike 5.5; Winter Hike 7; Volcano Hike 7.3; Hike with Dog 5.5
    Hike with Child Carrier 7; Night Hike 5.5; Scramble 7.5; Via Ferrata 7; Waterfall Hike 5.5
    Glacier Hike 7.5; Snow Hike 7.5; Coasteering 7; Canyoning 7`,
  ),
  ...family(
    { base: 1450, parentId: 22 },
    `Backpacking 7; Thru-Hike 7.3; Hut-to-Hut Trek 6.8; Pilgrimage 6; Trek at Altitude 7.8; Bushwhacking 7.5
    Polar Trek 8.5; Jungle Trek 7.5`,
  ),
  ...family(
    { base: 1500, parentId: 15 },
    `Pool Swim 7; Freestyle Swim 8.3; Breaststroke Swim 7.5; Backstroke Swim 6.5; Butterfly Swim 13.8
    Sidestroke Swim 7; Medley Swim 9.5; Swim Intervals 9.8; Kickboard Swim 6; Pull Buoy Swim 6; Fin Swim 7.5
    Swim Drills 6; Treading Water 4; Endless Pool Swim 7; Swim Race 10; Swim Lesson 4.5; Leisure Swim 4.5
    Relay Swim 10; Lifesaving Swim 8; Synchronized Swimming 8; Aqua Jog 7.5; Underwater Swim 7`,
  ),
  ...family(
    { base: 1560, parentId: 20 },
    `Lake Swim 6.5; River Swim 7; Sea Swim 7.5; Ice Swim 8; Swimrun 9; Wild Swim 6; Channel Swim 8.5
    Open Water Race 9.5; Cold Dip 4`,
  ),
  ...family(
    { base: 1900, parentId: 1 },
    `Transition 3; Multisport 8; Triathlon 9; Duathlon 9; Aquathlon 9; Aquabike 8; Adventure Race 8.5
    Modern Pentathlon 8; Brick Workout 8.5; Warm-Up 3.5; Cool-Down 2.5; Other Workout 5`,
  ),
];
