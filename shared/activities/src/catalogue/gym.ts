import { family, movements } from './build.ts';

/** Strength and conditioning: movements by equipment, machines, bodyweight and functional work. */
export const gym = [
  ...movements(
    { base: 4500, parentId: 12 },
    `Back Squat 6: Barbell
Front Squat 6: Barbell, Dumbbell
Overhead Squat 6: Barbell, Dumbbell
Goblet Squat 5.5: Dumbbell
Split Squat 5.5: Barbell, Dumbbell
Bulgarian Split Squat 6: Barbell, Dumbbell
Deadlift 6: Barbell, Dumbbell, Trap Bar
Romanian Deadlift 6: Barbell, Dumbbell
Sumo Deadlift 6: Barbell, Dumbbell
Single-Leg Deadlift 5: Barbell, Dumbbell
Bench Press 5: Barbell, Dumbbell
Incline Bench Press 5: Barbell, Dumbbell
Floor Press 5: Barbell, Dumbbell
Fly 4: Dumbbell
Incline Fly 4: Dumbbell
Bent-Over Row 5: Barbell, Dumbbell
Upright Row 4.5: Barbell, Dumbbell, EZ Bar
Chest-Supported Row 4.5: Barbell, Dumbbell
T-Bar Row 5: Landmine
Shoulder Press 5: Barbell, Dumbbell, Landmine
Push Press 6: Barbell, Dumbbell
Arnold Press 5: Dumbbell
Lateral Raise 4: Dumbbell, Plate
Front Raise 4: Barbell, Dumbbell, Plate
Rear Delt Fly 4: Dumbbell
Shrug 4: Barbell, Dumbbell, Trap Bar
Biceps Curl 4: Barbell, Dumbbell, EZ Bar
Hammer Curl 4: Dumbbell
Preacher Curl 4: Barbell, Dumbbell, EZ Bar
Reverse Curl 4: Barbell, Dumbbell, EZ Bar
Wrist Curl 3: Barbell, Dumbbell
Triceps Extension 4: Barbell, Dumbbell, EZ Bar
Skull Crusher 4: Barbell, Dumbbell, EZ Bar
Triceps Kickback 4: Dumbbell
Lunge 5.5: Barbell, Dumbbell
Walking Lunge 6: Barbell, Dumbbell
Step-Up 6: Barbell, Dumbbell
Hip Thrust 5: Barbell, Dumbbell
Glute Bridge 4.5: Barbell, Dumbbell
Good Morning 5: Barbell
Calf Raise 4: Barbell, Dumbbell
Clean and Jerk 8: Barbell, Dumbbell
Power Clean 8: Barbell, Dumbbell
Snatch 8: Barbell, Dumbbell
Thruster 8: Barbell, Dumbbell
Farmer Carry 6: Dumbbell, Trap Bar
Rack Pull 5.5: Barbell
Russian Twist 4: Dumbbell, Plate`,
  ),
  ...family(
    { base: 3700, parentId: 14 },
    `Leg Press 4.5; Leg Extension 3.8; Seated Leg Curl 3.8; Lying Leg Curl 3.8; Standing Leg Curl 3.8
    Hack Squat Machine 5.5; Hip Abduction Machine 3.5; Hip Adduction Machine 3.5; Glute Kickback Machine 4
    Seated Calf Raise Machine 3.5; Standing Calf Raise Machine 3.8; Chest Press Machine 4.5
    Incline Chest Press Machine 4.5; Pec Deck 4; Reverse Pec Deck 4; Shoulder Press Machine 4.5
    Lateral Raise Machine 3.8; Lat Pulldown 4.5; Seated Row Machine 4.5; Assisted Pull-Up Machine 4.5
    Assisted Dip Machine 4.5; Biceps Curl Machine 3.8; Triceps Press Machine 3.8; Ab Crunch Machine 3.8
    Back Extension Machine 3.8; Torso Rotation Machine 3.5; Pendulum Squat 5.5; Belt Squat 5.5
    V-Squat Machine 5.5; Hip Thrust Machine 5; Roman Chair 4; Glute-Ham Raise 5; Tibialis Machine 3.3
    Neck Machine 3; Pullover Machine 4; High Row Machine 4.5; Shrug Machine 4`,
  ),
  ...movements(
    { base: 4000, parentId: 14 },
    `Squat 5.5: Smith Machine
Bench Press 5: Smith Machine
Incline Press 5: Smith Machine
Lunge 5.5: Smith Machine
Row 4.5: Smith Machine, Cable
Fly 4: Cable
Crossover 4: Cable
Biceps Curl 4: Cable
Triceps Pushdown 4: Cable, Rope
Triceps Extension 4: Cable
Lateral Raise 3.8: Cable
Front Raise 3.8: Cable
Face Pull 4: Cable
Pull-Through 4.5: Cable
Wood Chop 4.5: Cable
Crunch 4: Cable
Kickback 4: Cable
Shrug 4: Cable, Smith Machine
Upright Row 4.5: Cable, Smith Machine
Straight-Arm Pulldown 4: Cable
Hip Thrust 5: Smith Machine
Calf Raise 4: Smith Machine
Shoulder Press 5: Smith Machine, Cable`,
  ),
  ...family(
    { base: 3500, parentId: 17 },
    `Rowing Machine 7; Elliptical 5; Stair Climber 9; Ski Machine 7.5; Arc Trainer 6; Stepper 6
    Vertical Climber 8.5; Cross Trainer 5.5; Versaclimber 9; Ladder Climber 8; Treadclimber 6
    Lateral Trainer 6; Arm Bike 4.5; Seated Stepper 4.5; Water Rower 7; Mini Stepper 5; Swim Bench 6
    Vibration Plate 2.8; Adaptive Motion Trainer 6; Under-Desk Elliptical 2.5`,
  ),
  ...family(
    { base: 3550, parentId: 18 },
    `Calisthenics 5.5; Push-Up 5; Pull-Up 6; Chin-Up 6; Sit-Up 3.8; Crunch 3.5; Plank 3.3; Side Plank 3.3
    Burpee 8; Air Squat 5; Jump Squat 8; Pistol Squat 6; Bodyweight Lunge 5; Jump Lunge 8; Jumping Jacks 7.7
    Mountain Climbers 8; High Knees 8; Bicycle Crunch 4; Leg Raise 3.8; Hanging Leg Raise 5; Flutter Kicks 4
    Dip 6; Bench Dip 4.5; Handstand 4; Handstand Push-Up 7; Muscle-Up 8; Inverted Row 5; Wall Sit 3.5
    Bodyweight Glute Bridge 3.5; Bird Dog 3; Superman 3; Dead Bug 3; Hollow Hold 3.5; V-Up 4.5; Bear Crawl 7
    Crab Walk 6; Inchworm 5; Broad Jump 8; Tuck Jump 9; Diamond Push-Up 5.5; Incline Push-Up 4
    Decline Push-Up 5.5; Pike Push-Up 5.5; Clap Push-Up 7; L-Sit 4; Human Flag 6; Front Lever 6; Back Lever 6
    Planche 6; Nordic Curl 5`,
  ),
  ...family(
    { base: 3620, parentId: 59 },
    `Jump Rope 11.8; Double Unders 12.5; Box Jump 8; Battle Ropes 8; Sled Push 9; Sled Pull 9; Tire Flip 8
    Rope Climb 8; Medicine Ball Slam 7; Wall Ball Shot 8; Medicine Ball Throw 6; Sandbag Carry 7
    Sandbag Clean 7.5; Atlas Stone Lift 7; Yoke Walk 7; Turkish Get-Up 6; Kettlebell Swing 8
    Kettlebell Snatch 9; Kettlebell Clean 8; Kettlebell Press 6; Kettlebell Goblet Squat 6
    Kettlebell Deadlift 6; Kettlebell Windmill 5; Kettlebell Row 5; Agility Ladder 8; Cone Drills 8
    Shuttle Run 9; Suspension Row 5; Suspension Push-Up 5.5; Suspension Lunge 5.5; Suspension Squat 5
    Suspension Plank 4; Band Pull-Apart 3.5; Band Squat 4.5; Band Row 4; Band Curl 3.5; Band Chest Press 4
    Band Walk 4; Stability Ball Crunch 3.5; Stability Ball Curl 4; Stability Ball Pass 4; Balance Board 3
    Ab Wheel 5; Steel Mace 6.5; Indian Clubs 5; Bulgarian Bag 7; Weighted Vest Training 7
    Circuit Training 7.5; CrossFit 8; Hyrox 9; AMRAP Workout 8.5; EMOM Workout 8; Tabata 9; Plyometrics 8
    Sledgehammer Training 8; Parallette Training 5.5; Gymnastic Rings 6; Prowler Sprint 10`,
  ),
];
