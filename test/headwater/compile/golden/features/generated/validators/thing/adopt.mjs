import { checkRequired } from "headwater/internal/json/add-errors";
import { checkClosed } from "headwater/internal/json/add-errors";
import { checkEach } from "headwater/internal/json/add-errors";
import { addError } from "headwater/internal/json/add-errors";
"use strict";
export const validate = validate0;
const func0 = Object.prototype.hasOwnProperty;
const func2 = checkRequired;
const func3 = checkClosed;
const func14 = checkEach;
const func6 = addError;
const obj0 = {"properties":{"animal":true,"counts":true}};
const obj1 = {"properties":{"kind":true,"name":true}};
const obj2 = {"properties":{"kind":true,"name":true,"lives":true}};
const obj3 = {"properties":{"kind":true,"name":true,"owner":true}};
const obj4 = {"properties":{"kind":true,"name":true,"owner":true,"weeks":true}};
const obj5 = {"oneOf":[{"properties":{"kind":{"const":"Animal"}}},{"properties":{"kind":{"const":"Cat"}}},{"properties":{"kind":{"const":"Dog"}}},{"properties":{"kind":{"const":"Puppy"}}}]};

function validate2(data, {instancePath="", dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
vErrors = func6(vErrors, instancePath, "type", {type: "integer"});
errors++;
}
if(typeof data == "number"){
if(data > 2147483647 || isNaN(data)){
vErrors = func6(vErrors, instancePath, "maximum", {comparison: "<=", limit: 2147483647});
errors++;
}
if(data < -2147483648 || isNaN(data)){
vErrors = func6(vErrors, instancePath, "minimum", {comparison: ">=", limit: -2147483648});
errors++;
}
}
validate2.errors = vErrors;
return errors === 0;
}

const wrapper0 = {validate: validate1};

function validate1(data, {instancePath="", dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
vErrors = func2(vErrors, data, ["kind"], instancePath);
errors = vErrors?.length ?? 0;
if(data.name !== undefined && func0.call(data, "name")){
if(typeof data.name !== "string"){
vErrors = func6(vErrors, instancePath+"/name", "type", {type: "string"});
errors++;
}
}
const tag0 = data.kind;
if(typeof tag0 == "string"){
if(tag0 === "Animal"){
if(data && typeof data == "object" && !Array.isArray(data)){
vErrors = func2(vErrors, data, ["name"], instancePath);
errors = vErrors?.length ?? 0;
vErrors = func3(vErrors, data, obj1, instancePath);
errors = vErrors?.length ?? 0;
}
}
else if(tag0 === "Cat"){
if(data && typeof data == "object" && !Array.isArray(data)){
vErrors = func2(vErrors, data, ["name"], instancePath);
errors = vErrors?.length ?? 0;
vErrors = func3(vErrors, data, obj2, instancePath);
errors = vErrors?.length ?? 0;
vErrors = func14(vErrors, data, {"lives": validate2}, instancePath, dynamicAnchors);
errors = vErrors?.length ?? 0;
}
}
else if(tag0 === "Dog"){
if(data && typeof data == "object" && !Array.isArray(data)){
vErrors = func2(vErrors, data, ["name"], instancePath);
errors = vErrors?.length ?? 0;
vErrors = func3(vErrors, data, obj3, instancePath);
errors = vErrors?.length ?? 0;
vErrors = func14(vErrors, data, {"owner": wrapper0.validate}, instancePath, dynamicAnchors);
errors = vErrors?.length ?? 0;
}
}
else if(tag0 === "Puppy"){
if(data && typeof data == "object" && !Array.isArray(data)){
vErrors = func2(vErrors, data, ["name","weeks"], instancePath);
errors = vErrors?.length ?? 0;
vErrors = func3(vErrors, data, obj4, instancePath);
errors = vErrors?.length ?? 0;
vErrors = func14(vErrors, data, {"owner": wrapper0.validate, "weeks": validate2}, instancePath, dynamicAnchors);
errors = vErrors?.length ?? 0;
}
}
else {
vErrors = func6(vErrors, instancePath, "discriminator", {error: "mapping", tag: "kind", tagValue: tag0}, {parentSchema: obj5});
errors++;
}
}
else {
vErrors = func6(vErrors, instancePath, "discriminator", {error: "tag", tag: "kind", tagValue: tag0}, {parentSchema: obj5});
errors++;
}
}
else {
vErrors = func6(vErrors, instancePath, "type", {type: "object"});
errors++;
}
validate1.errors = vErrors;
return errors === 0;
}


function validate6(data, {instancePath="", dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(key0 === "all")){
let data0 = data[key0];
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
vErrors = func6(vErrors, instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), "type", {type: "integer"});
errors++;
}
if(typeof data0 == "number"){
if(data0 > 2147483647 || isNaN(data0)){
vErrors = func6(vErrors, instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), "maximum", {comparison: "<=", limit: 2147483647});
errors++;
}
if(data0 < 0 || isNaN(data0)){
vErrors = func6(vErrors, instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), "minimum", {comparison: ">=", limit: 0});
errors++;
}
}
}
}
vErrors = func14(vErrors, data, {"all": validate2}, instancePath, dynamicAnchors);
errors = vErrors?.length ?? 0;
}
else {
vErrors = func6(vErrors, instancePath, "type", {type: "object"});
errors++;
}
validate6.errors = vErrors;
return errors === 0;
}


function validate0(data, {instancePath="", dynamicAnchors={}}={}){
/*# sourceURL="validate" */;
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.body !== undefined && func0.call(data, "body")){
let data1 = data.body;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
vErrors = func2(vErrors, data1, ["animal"], instancePath+"/body");
errors = vErrors?.length ?? 0;
vErrors = func3(vErrors, data1, obj0, instancePath+"/body");
errors = vErrors?.length ?? 0;
vErrors = func14(vErrors, data1, {"animal": validate1, "counts": validate6}, instancePath+"/body", dynamicAnchors);
errors = vErrors?.length ?? 0;
}
else {
vErrors = func6(vErrors, instancePath+"/body", "type", {type: "object"});
errors++;
}
}
}
validate0.errors = vErrors;
return errors === 0;
}

