"use strict";
export const validate = validate0;
const schema0 = {"properties":{"input":{"properties":{}},"body":{"properties":{"copies":{"minimum":1}}}},"$id":"validate"};
const func0 = Object.prototype.hasOwnProperty;

function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="validate" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.body !== undefined && func0.call(data, "body")){
let data1 = data.body;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.copies !== undefined && func0.call(data1, "copies")){
let data2 = data1.copies;
if(typeof data2 == "number"){
if(data2 < 1 || isNaN(data2)){
const err0 = {instancePath:instancePath+"/body/copies",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema0.properties.body.properties.copies,data:data2};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
}
}
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":{"input":true,"body":true},"dynamicProps":false,"dynamicItems":false};

